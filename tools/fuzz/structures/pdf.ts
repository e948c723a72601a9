import { inflateSync } from 'node:zlib';
import type { Dissection, StructurePart } from './structure.ts';

/** The objects of a PDF, with streams decompressed if they are only deflated, and a table of offsets. */
export function pdfStructure(bytes: Buffer): Dissection | undefined {
  const text = bytes.toString('latin1');
  if (!text.startsWith('%PDF-')) return undefined;
  const head = text.slice(0, text.indexOf('\n') + 1);
  const trailer = /trailer\s*(<<[^]{0,2000}?>>)\s*startxref/.exec(text)?.[1];
  const root = /\/Root\s+\d+\s+\d+\s+R/.exec(text)?.[0] ?? '';
  const parts = text.split(/^(?=\d{1,10} \d{1,5} obj\b)/m).flatMap((piece) => {
    const end = piece.indexOf('endobj');
    const name = /^\d+ \d+ obj/.exec(piece)?.[0];
    if (name === undefined || end === -1) return [];
    return [{ name, content: Buffer.from(uncompressed(piece.slice(name.length, end)), 'latin1') }];
  });
  if (parts.length === 0) return undefined;
  return {
    parts,
    assemble: (all) => Buffer.from(written(head, all, trailer ?? `<<${root}>>`), 'latin1'),
  };
}

function uncompressed(object: string): string {
  const [, dictionary = '', data] =
    /^([^]*?)stream\r?\n([^]*)\r?\n?endstream\s*$/.exec(object) ?? ([] as readonly string[]);
  if (data === undefined || !/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(dictionary)) return object;
  if (/\/(?:DecodeParms|ObjStm|XRef)\b/.test(dictionary)) return object;
  try {
    const plain = inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    const plainDictionary = dictionary
      .replace(/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/, '')
      .replace(/\/Length\s+\d+(?:\s+\d+\s+R)?/, `/Length ${plain.length}`);
    return `${plainDictionary}stream\n${plain}\nendstream\n`;
  } catch {
    return object;
  }
}

function written(head: string, parts: readonly StructurePart[], trailer: string): string {
  let text = head;
  const places = new Map<number, number>();
  for (const { name, content } of parts) {
    places.set(Number.parseInt(name, 10), text.length);
    text += `${name}${content.toString('latin1')}endobj\n`;
  }
  const rows = [...places].map(
    ([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`,
  );
  const size = Math.max(0, ...places.keys()) + 1;
  const sized = trailer.replace(/\/Size\s+\d+/, '').replace('<<', `<</Size ${size} `);
  return `${text}xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n${sized}\nstartxref\n${text.length}\n%%EOF\n`;
}
