// Runs test files one after the other, as requested by the process that forked it, and answers each request with the
// results.
import Mocha from 'mocha';
import path from 'node:path';
import { collectResults } from '../reporter.ts';
import { brokenResults, errorText, type Results } from '../results.ts';
import { root } from '../paths.ts';
import { slownessVariable } from './slowness.ts';

/** A runner's request to a worker. */
export interface FileRequest {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** A module with Mocha's root hooks, also relative to the root. */
  readonly hooks: string | undefined;
  readonly options: Pick<Mocha.MochaOptions, 'timeout' | 'bail' | 'fgrep'>;
  /** The last measured slowness of the machine: see `slowness.ts`. */
  readonly slowness: number;
}

process.on('message', (request: FileRequest) => void answer(request));
// Anything that a test left open ends with the process.
process.once('disconnect', () => process.exit());

async function answer(request: FileRequest): Promise<void> {
  const results = await runFile(request).catch((error: unknown) => {
    console.error(error);
    return brokenResults('The file', errorText(error));
  });
  process.send?.(results);
}

async function runFile({ file, hooks, options, slowness }: FileRequest): Promise<Results> {
  process.env[slownessVariable] = String(slowness);
  const { mochaHooks } = hooks === undefined ? {} : await import(path.join(root, hooks));
  const mocha = new Mocha({
    ...options,
    color: process.stdout.isTTY,
    forbidOnly: process.env['CI'] === 'true',
    ...(mochaHooks && { rootHooks: mochaHooks }),
  });
  mocha.addFile(path.join(root, file));
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const collected = collectResults(
      mocha.run(() => {
        // Otherwise, this file's runner would catch the uncaught errors of the next files.
        mocha.dispose();
        resolve(collected());
      }),
    );
  });
}
