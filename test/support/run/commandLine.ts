import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../paths.ts';
import { isLevel, type LevelName, levels } from './levels.ts';
import { changedPart, isPart, type PartName, partNames } from './parts.ts';

/** The parsed command line of `test/run.ts`. */
export interface Request {
  /** The scope of a run: one test per promise; everything; or one level, where `check` includes the unit tests. */
  readonly scope: 'test' | 'all' | LevelName;
  /** With scope `all`: only this part of what `npm test` leaves out. */
  readonly part: PartName | undefined;
  /** With a level: only these files. */
  readonly files: readonly string[];
  /** With files: only tests whose title contains this. */
  readonly grep: string | undefined;
  readonly retries: boolean;
}

const usage = `node test/run.ts [test | all | ${Object.keys(levels).join(' | ')}] [options] [FILE ...]

  --part NAME  with all: one part of what npm test leaves out: ${partNames.join(', ')},
               or changed, the one that tests most of what the last day’s commits changed
  --grep TEXT  with files: only tests whose title contains the text
  --no-retry   don’t give files with real processes a second try`;

/** Parses the command line; prints the usage and ends the process if it is invalid. */
export function parseCommandLine(args: readonly string[]): Request {
  try {
    return parse(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

function parse(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string' },
      grep: { type: 'string' },
      'no-retry': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [scope = 'test', ...files] = positionals;
  if (!isLevel(scope) && scope !== 'test' && scope !== 'all') throw new Error(`Unknown level: "${scope}"`);
  if (files.length > 0 && (!isLevel(scope) || scope === 'check' || scope === 'conformance'))
    throw new Error(`${scope} always runs all its tests. Leave out the files.`);
  const missing = files.filter((file) => !existsSync(path.join(root, file)));
  if (missing.length > 0) throw new Error(`There is no file ${missing.join(', ')}`);
  if (values.part !== undefined && scope !== 'all') throw new Error('--part requires all');
  const part = values.part === 'changed' ? changedPart() : values.part;
  if (part !== undefined && !isPart(part)) throw new Error(`Unknown part: "${part}"`);
  return { scope, files, grep: values.grep, part, retries: !values['no-retry'] };
}
