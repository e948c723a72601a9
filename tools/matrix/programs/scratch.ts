import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a program and resolves to its output.
 * @throws with its error output, if it fails
 */
export async function printed(program: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(program, args, { encoding: 'buffer', maxBuffer: 1 << 27 });
  return stdout;
}

let samples: string | undefined;

/** A folder for the samples that programs make, which is removed when the process ends. */
export function samplesFolder(): string {
  if (samples === undefined) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'samples-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    samples = made;
  }
  return samples;
}
