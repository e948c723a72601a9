import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withFile } from '../../../test/support/service/lentFiles.ts';
import { byLibreOffice } from '../../../test/support/service/libreOffice.ts';
import { printedText } from '../../../test/support/service/program.ts';

/** A document's content according to another program. */
export interface DocumentFacts {
  /** Paragraphs in reading order. Those of notes come last. */
  readonly words: readonly string[];
  /** The level and text of each heading. */
  readonly headings: readonly string[];
  /** The markers of list items. */
  readonly items: readonly string[];
  /** The rows of all tables; the words of a cell are joined by spaces. */
  readonly rows: readonly (readonly string[])[];
  readonly links: readonly string[];
  readonly bold: string;
  readonly italic: string;
  readonly pictures: number;
}

interface Node {
  readonly t: string;
  readonly c?: unknown;
}

const readers: Readonly<Record<string, string>> = {
  md: 'gfm+footnotes+yaml_metadata_block',
  tex: 'latex',
};
/** Formats that Pandoc reads poorly. LibreOffice converts them first. */
const detours = new Set(['rtf', 'odt']);

/** A document's content according to Pandoc. */
export async function decodeDocument(content: Buffer, format: string): Promise<DocumentFacts> {
  return withFile(content, format, async (file) => {
    const readable = detours.has(format) ? await byLibreOfficeAs('docx', file) : file;
    const extension = path.extname(readable).slice(1);
    const reader = readers[extension] ?? extension;
    const tree = await printedText('pandoc', ['-f', reader, '-t', 'json', readable]);
    const document: { blocks: Node[] } = JSON.parse(tree);
    return factsOf(document.blocks);
  });
}

/** A document's text, as LibreOffice reads it. */
export async function textByLibreOffice(content: Buffer, format: string): Promise<string> {
  return withFile(content, format, async (file) =>
    readFile(await byLibreOfficeAs('txt:Text (encoded):UTF8', file), 'utf8'),
  );
}

/** The path of the file that LibreOffice makes of another with this filter. */
async function byLibreOfficeAs(filter: string, file: string): Promise<string> {
  const made = await byLibreOffice(path.dirname(file), filter, [file]);
  return path.join(made, `${path.parse(file).name}.${filter.split(':')[0]}`);
}

function factsOf(blocks: readonly Node[]): DocumentFacts {
  const all = [...nodesIn(blocks)];
  const of = (type: string): Node[] => all.filter(({ t }) => t === type);
  const notes = of('Note').map(({ c }) => textOf(c, true));
  const headings = of('Header').map(({ c }) => `${String(at(c, 0))} ${textOf(at(c, 2)).trim()}`);
  const lists = [...of('BulletList').map(({ c }) => c), ...of('OrderedList').map(({ c }) => at(c, 1))];
  return {
    words: wordsOf([textOf(blocks), ...notes].join(' ')),
    headings,
    items: lists.flatMap((items) => listOf(items).map((item) => textOf(at(item, 0)).trim())),
    rows: of('Table').flatMap(rowsOf),
    links: of('Link').map(({ c }) => String(at(at(c, 2), 0))),
    bold: of('Strong')
      .map(({ c }) => textOf(c))
      .join(' '),
    italic: of('Emph')
      .map(({ c }) => textOf(c))
      .join(' '),
    pictures: of('Image').length,
  };
}

/** Pandoc represents a table as its attributes, caption, and columns, followed by its head, bodies, and foot. */
function rowsOf({ c }: Node): string[][] {
  const rows = [
    at(at(c, 3), 1),
    ...listOf(at(c, 4)).flatMap((body) => [at(body, 2), at(body, 3)]),
    at(at(c, 5), 1),
  ];
  const cells = (row: unknown): string[] =>
    listOf(at(row, 1)).map((cell) => wordsOf(textOf(at(cell, 4))).join(' '));
  return rows
    .flatMap(listOf)
    .map(cells)
    .filter((row) => row.some((cell) => cell !== ''));
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  if (!isNode(value)) return;
  yield value;
  yield* nodesIn(value.c);
}

const blockTypes = new Set(['Para', 'Plain', 'Header', 'CodeBlock', 'Div', 'LineBlock']);

function textOf(value: unknown, inNote = false): string {
  if (Array.isArray(value)) return value.map((each) => textOf(each, inNote)).join('');
  if (!isNode(value)) return '';
  const { t, c } = value;
  if (t === 'Str') return String(c);
  if (t === 'Space' || t === 'SoftBreak' || t === 'LineBreak') return ' ';
  if (t === 'Code' || t === 'CodeBlock') return `${String(at(c, 1))}\n`;
  if (t === 'Note' && !inNote) return '';
  if (t === 'Image') return '';
  if (t === 'Table') return rowsOf(value).flat().join(' ') + '\n';
  return textOf(c, inNote) + (blockTypes.has(t) ? '\n' : '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 't' in value;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, index: number): unknown {
  return listOf(value)[index];
}
