import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { formatOfHead } from '../../src/contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../../src/contract/formats/naming.ts';
import { formatById } from '../../src/contract/formats/table.ts';
import { isProgramId } from '../../src/engines/programs/programs.ts';
import { conversions } from '../../src/engines/registry.ts';
import { effectiveFormat } from '../../src/engines/sniff.ts';
import { mayBeFormat } from '../../src/jobs/placement/outputPlan.ts';
import { seededRandom } from '../../test/support/seededRandom.ts';

/** The target formats of each kind of files, in order of preference. Another program can read them. */
const targets = {
  images: ['png', 'tiff'],
  pdf: ['txt'],
  documents: ['txt'],
  sheets: ['xlsx', 'ods'],
  sound: ['wav', 'flac'],
  archives: ['tar', 'zip'],
} as const;

/** The kinds of files, each compared in its own way. */
export type CorpusKind = keyof typeof targets;

/** A file to convert and compare. */
export interface CorpusFile {
  readonly file: string;
  /** The path relative to the requested folder. */
  readonly path: string;
  readonly format: string;
  readonly kind: CorpusKind;
  readonly target: string;
}

const headBytes = 4096;
const sheets = new Set(['xlsx', 'xlsm', 'xltx', 'xls', 'xlt', 'ods', 'ots', 'fods', 'csv', 'tsv']);

/** All files below the folder that can be compared, sorted by name. Links aren't followed. */
export async function collect(folder: string): Promise<CorpusFile[]> {
  const files: CorpusFile[] = [];
  const usable = conversions.filter(({ engine }) => !isProgramId(engine));
  const pairs = new Set(usable.map(({ from, to }) => `${from} ${to}`));
  for await (const file of filesBelow(folder)) {
    const format = await formatOf(file);
    const kind = format === undefined ? undefined : kindOf(format);
    const target = kind && targets[kind].find((to) => pairs.has(`${format} ${to}`));
    if (format !== undefined && kind !== undefined && target !== undefined)
      files.push({ file, path: path.relative(folder, file), format, kind, target });
  }
  return files;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
  }
}

/** The format of the content, or that of the name if the content is compatible with it. */
async function formatOf(file: string): Promise<string | undefined> {
  const head = await headOf(file);
  const shown = effectiveFormat(formatOfHead(head), file);
  if (shown !== undefined) return shown;
  const claimed = formatOfFileName(file);
  return claimed !== undefined && mayBeFormat(head, claimed) ? claimed : undefined;
}

async function headOf(file: string): Promise<Buffer> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

function kindOf(format: string): CorpusKind | undefined {
  if (format === 'pdf') return 'pdf';
  if (sheets.has(format)) return 'sheets';
  const kind = formatById(format)?.kind;
  if (kind === 'ebooks') return 'documents';
  if (kind === 'audio') return 'sound';
  return kind === 'images' || kind === 'documents' || kind === 'archives' ? kind : undefined;
}

/**
 * Selects this many files in an order that depends only on the seed. Formats take turns, so all files of rare formats
 * are selected before common ones fill the rest. An additional file in the folder doesn't change the order of the
 * others.
 */
export function sampleOf(files: readonly CorpusFile[], limit: number, seed: number): CorpusFile[] {
  const byFormat = Map.groupBy(files, ({ format }) => format);
  const placed = [...byFormat.values()].flatMap((ofFormat) =>
    ofFormat
      .map((file) => ({ file, key: seededRandom(seed, file.path)() }))
      .toSorted((a, b) => a.key - b.key)
      .map((each, turn) => ({ ...each, turn })),
  );
  return placed
    .toSorted((a, b) => a.turn - b.turn || a.key - b.key)
    .slice(0, limit)
    .map(({ file }) => file);
}
