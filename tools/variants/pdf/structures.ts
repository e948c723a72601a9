import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { document } from '../../../test/support/service/fixtures.ts';
import { pageOf, pdfOf } from '../../../test/support/service/pdfBuilder.ts';
import type { Variant } from '../variant.ts';
import { written } from '../written.ts';
import { built, helvetica, stream, word } from './built.ts';

const exec = promisify(execFile);

/** Encryption methods, as arguments of qpdf. */
export const ciphers: Readonly<Record<string, readonly string[]>> = {
  'RC4 of 40 bits': ['40', '--'],
  'RC4 of 128 bits': ['128', '--use-aes=n', '--'],
  'AES of 128 bits': ['128', '--use-aes=y', '--'],
  'AES of 128 bits, unencrypted metadata': ['128', '--use-aes=y', '--cleartext-metadata', '--'],
  'AES of 256 bits': ['256', '--'],
  'AES of 256 bits, no permissions': ['256', '--print=none', '--extract=n', '--modify=none', '--'],
};

/** Encrypts a document of three pages with qpdf. */
export async function encrypted(
  file: string,
  userPassword: string,
  cipher: readonly string[],
): Promise<void> {
  const encryption = ['--allow-weak-crypto', '--encrypt', userPassword, 'owner', ...cipher];
  await exec('qpdf', [...encryption, document('text.pdf'), file]);
}

const byQpdf = (name: string, ...options: string[]): Variant =>
  written({ name, format: 'pdf' }, 'qpdf', (file) => [...options, document('text.pdf'), file]);

/** A page whose content is replaced by an incremental update. */
async function updated(): Promise<Buffer> {
  const bytes = onePage('old');
  const content = word('new');
  const object = `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  const table = `xref\n4 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`;
  const previous = bytes.lastIndexOf('xref\n0 ');
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${bytes.length + object.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(object + table + trailer)]);
}

const fontsAndContents = '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>';
const attachment = `<< /Type /Annot /Subtype /FileAttachment /Rect [5 5 9 9] /AP << /N << /Subtype /Form /BBox [5 5 9 9] /Length 0 >>
stream

endstream>>
>>`;

function onePage(text: string): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${fontsAndContents} >>`,
    stream(word(text)),
    helvetica,
  ]);
}

const edited = (edit: (text: string) => string) => (): Buffer =>
  Buffer.from(edit(onePage('word').toString('latin1')), 'latin1');

/**
 * A PDF with two cross-reference tables: one for old readers, which marks the objects in an object stream as free, and
 * a stream for newer readers (ISO 32000-1, 7.5.8.4).
 */
function hybrid(): Buffer {
  const plain = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources 7 0 R >>',
    stream(word('hybrid')),
    stream(
      `6 0 7 ${helvetica.length + 1} ${helvetica} << /Font << /F 6 0 R >> >>`,
      `/Type /ObjStm /N 2 /First ${`6 0 7 ${helvetica.length + 1} `.length}`,
    ),
  ];
  const bytes = pdfOf(plain);
  const body = bytes.subarray(0, bytes.lastIndexOf('xref\n0 '));
  const hidden = Buffer.from([2, 0, 5, 0, 2, 0, 5, 1]);
  const dictionary = `<< /Type /XRef /Size 8 /W [1 2 1] /Index [6 2] /Length ${hidden.length} >>`;
  const references = Buffer.concat([
    Buffer.from(`8 0 obj\n${dictionary}\nstream\n`),
    hidden,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const [tableAt, streamAt] = [body.length + references.length, body.length];
  const table = bytes
    .toString('latin1', body.length)
    .replace('xref\n0 6\n', 'xref\n0 8\n')
    .replace(/trailer[^]*/, '0000000000 65535 f \n'.repeat(2));
  const trailer = `trailer\n<< /Size 9 /Root 1 0 R /XRefStm ${streamAt} >>\nstartxref\n${tableAt}\n%%EOF\n`;
  return Buffer.concat([body, references, Buffer.from(table + trailer)]);
}

/** The same documents with every kind of packing, protection, and repairable damage. */
export const structureVariants: readonly Variant[] = [
  ...Object.entries(ciphers).map(([name, cipher]): Variant => ({
    name: `encrypted: ${name}`,
    format: 'pdf',
    make: async (folder) => {
      const file = `${folder}/${name.replaceAll(/\W/g, '-')}.pdf`;
      await encrypted(file, '', cipher);
      return file;
    },
  })),
  byQpdf('linearized', '--linearize'),
  byQpdf('streams of objects and of references', '--object-streams=generate'),
  byQpdf('a cross-reference table', '--object-streams=disable'),
  byQpdf('nothing packed', '--qdf', '--object-streams=disable'),
  byQpdf('version 2.0', '--force-version=2.0'),
  byQpdf('version 1.0', '--force-version=1.0', '--object-streams=disable'),
  // Poppler uses the cross-reference table for old readers.
  { ...built('cross-reference tables for old and new readers', hybrid), decoders: ['MuPDF'] },
  // gofpdf writes annotations for attached files in this form. MuPDF rejects such a page.
  {
    ...built('a stream within a dictionary', () =>
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [${attachment}] ${fontsAndContents} >>`,
        stream(word('attached')),
        helvetica,
      ]),
    ),
    decoders: ['Poppler'],
  },
  built('page labels', () =>
    pageOf(word('labelled'), {
      catalogue: '/PageLabels << /Nums [0 << /S /r /P (Preface ) /St 5 >>] >>',
      page: '/Resources << /Font << /F 5 0 R >> >>',
      extra: [helvetica],
    }),
  ),
  built('an incremental update', updated),
  built(
    'a cross-reference table at a wrong offset',
    edited((text) => text.replace(/startxref\n\d+/, 'startxref\n7')),
  ),
  built(
    'no cross-reference table',
    edited((text) => text.replace(/xref\n0 [\s\S]*?trailer/, 'trailer')),
  ),
  built(
    'no trailer',
    edited((text) => text.slice(0, text.indexOf('xref\n0'))),
  ),
  built(
    'a broken trailer',
    edited((text) => text.replace('/Root 1 0 R', '/Root 1 0 R /ID [<12')),
  ),
  built(
    'no header',
    edited((text) => text.replace('%PDF-1.7\n', '')),
  ),
  built(
    'text before the header',
    edited((text) => `From a mail\n${text}`),
  ),
  built(
    'other line ends',
    edited((text) => text.replaceAll('\n', '\r')),
  ),
  built(
    'a wrong length',
    edited((text) => text.replace(/\/Length \d+/, '/Length 3')),
  ),
  built(
    'an unknown version in the header',
    edited((text) => text.replace('%PDF-1.7', '%PDF-9.9')),
  ),
  built('a document by LibreOffice', async () => readFile(document('pictures.pdf'))),
  built('PDF/A', async () => readFile(document('archived.pdf'))),
];
