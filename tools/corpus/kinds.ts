import { formatById } from '../../src/contract/formats/table.ts';
import { isProgramId } from '../../src/engines/programs/programs.ts';
import { conversions } from '../../src/engines/registry.ts';

/** The kinds of files, each compared in its own way. */
export const corpusKinds = ['images', 'pdf', 'documents', 'sheets', 'sound', 'archives'] as const;

export type CorpusKind = (typeof corpusKinds)[number];

/** The conversion that a file of some format goes through. */
export interface CorpusTarget {
  readonly kind: CorpusKind;
  /** The target format, which another program can read. */
  readonly target: string;
}

/** The target formats of each kind, in order of preference. */
const targets: Readonly<Record<CorpusKind, readonly string[]>> = {
  images: ['png', 'tiff'],
  pdf: ['txt'],
  documents: ['txt'],
  sheets: ['xlsx', 'ods'],
  sound: ['wav', 'flac'],
  archives: ['tar', 'zip'],
};

const sheets = new Set(['xlsx', 'xlsm', 'xltx', 'xls', 'xlt', 'ods', 'ots', 'fods', 'csv', 'tsv']);

const pairsWithPrograms = new Set(conversions.map(({ from, to }) => `${from} ${to}`));
const pairsAlone = new Set(
  conversions.filter(({ engine }) => !isProgramId(engine)).map(({ from, to }) => `${from} ${to}`),
);

/** The conversion for files of a format; `undefined` if the service has none, with or without programs. */
export function targetFor(format: string, programs: boolean): CorpusTarget | undefined {
  const kind = kindOf(format);
  const pairs = programs ? pairsWithPrograms : pairsAlone;
  const target = kind && targets[kind].find((to) => pairs.has(`${format} ${to}`));
  return kind && target !== undefined ? { kind, target } : undefined;
}

function kindOf(format: string): CorpusKind | undefined {
  if (format === 'pdf') return 'pdf';
  if (sheets.has(format)) return 'sheets';
  const kind = formatById(format)?.kind;
  if (kind === 'ebooks') return 'documents';
  if (kind === 'audio') return 'sound';
  return kind === 'images' || kind === 'documents' || kind === 'archives' ? kind : undefined;
}
