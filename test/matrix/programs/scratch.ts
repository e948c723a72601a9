import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program and resolves to what it printed. @throws with what it complained of, when it fails */
export async function printed(program: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(program, args, { encoding: 'buffer', maxBuffer: 1 << 27 });
  return stdout;
}

/** Lends a file with this content and a name of this format, in a folder of its own. */
export async function withFile<T>(
  content: Buffer,
  format: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matrix-'));
  try {
    const file = path.join(folder, `a.${format}`);
    await writeFile(file, content);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let samples: string | undefined;

/** A folder for the samples that programs make, which is gone with the process. */
export function samplesFolder(): string {
  if (samples === undefined) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'samples-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    samples = made;
  }
  return samples;
}
