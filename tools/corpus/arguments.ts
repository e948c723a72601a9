import { parseArgs } from 'node:util';
import { type CorpusKind, corpusKinds } from './kinds.ts';

/** The parsed command line. */
export interface CorpusArguments {
  /** The collection of Debian packages to use if no folder is named. */
  readonly folder: string | undefined;
  readonly only: CorpusKind | undefined;
  readonly limit: number;
  readonly seed: number;
  readonly programs: boolean;
  readonly patienceMs: number;
  readonly maxFaults: number;
}

export const usage = `npm run corpus -- FOLDER|--debian [--only ${corpusKinds.join('|')}] [--limit N] [--seed S] \
[--programs] [--patience SECONDS] [--keep-going]`;

/** After this many faults, it is clear that something is wrong, possibly with the other programs. */
const enoughFaults = 100;

const options = {
  debian: { type: 'boolean', default: false },
  only: { type: 'string' },
  limit: { type: 'string', default: 'Infinity' },
  seed: { type: 'string', default: '1' },
  programs: { type: 'boolean', default: false },
  patience: { type: 'string', default: '120' },
  'keep-going': { type: 'boolean', default: false },
} as const;

/** Parses the arguments; `undefined` if they are invalid. */
export function parseCorpusArguments(args: readonly string[]): CorpusArguments | undefined {
  const read = parsed(args);
  if (read === undefined) return undefined;
  const { values, positionals } = read;
  const only = corpusKinds.find((kind) => kind === values.only);
  const [limit, seed, patience] = [values.limit, values.seed, values.patience].map(Number);
  const isClear =
    positionals.length === (values.debian ? 0 : 1) &&
    only === values.only &&
    isPositive(limit) &&
    isPositive(patience) &&
    Number.isFinite(seed);
  if (!isClear) return undefined;
  return {
    folder: positionals[0],
    only,
    limit,
    seed: Number(seed),
    programs: values.programs,
    patienceMs: patience * 1000,
    maxFaults: values['keep-going'] ? Infinity : enoughFaults,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && value > 0;
}
