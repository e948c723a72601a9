import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCode, toolEnv } from '../command.ts';
import { newResultsFile, readResults, type Results, resultsVariable } from '../results.ts';
import { runFolder } from './runFolder.ts';

/** What the run of an npm script came to. */
export interface Outcome extends Results {
  readonly script: string;
  readonly tookMs: number;
}

/** Runs a script that checks one thing, and counts as one test. */
export async function runCheck(script: string): Promise<Outcome> {
  announce(script);
  const startedAt = performance.now();
  const failures = (await exitCode('npm', ['run', '--silent', script])) === 0 ? 0 : 1;
  return { script, passes: 1 - failures, failures, pending: 0, tookMs: performance.now() - startedAt };
}

/** Runs a script that writes down what its tests came to. */
export async function runSuite(script: string): Promise<Outcome> {
  announce(script);
  return outcomeOf(script);
}

/** Starts such a script beside whatever comes next; the result waits for its end and shows what it said. */
export function startSuite(script: string): () => Promise<Outcome> {
  const log = path.join(runFolder(), `${script.replace(':', '-')}.log`);
  const output = openSync(log, 'w');
  const ended = outcomeOf(script, output).finally(() => closeSync(output));
  return async () => {
    const outcome = await ended;
    announce(script);
    process.stdout.write(readFileSync(log));
    return outcome;
  };
}

function announce(script: string): void {
  console.log(`\n> ${script}`);
}

async function outcomeOf(script: string, output?: number): Promise<Outcome> {
  const file = newResultsFile(script.replace(':', '-'));
  const env = { ...toolEnv(), [resultsVariable]: file };
  const startedAt = performance.now();
  const code = await exitCode('npm', ['run', '--silent', script], { env, ...(output && { output }) });
  const tookMs = performance.now() - startedAt;
  const results = readResults(file);
  const silentFailure = results.failures === 0 && (code !== 0 || results.passes === 0);
  return { script, ...results, ...(silentFailure && { failures: 1 }), tookMs };
}
