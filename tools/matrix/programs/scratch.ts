import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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
