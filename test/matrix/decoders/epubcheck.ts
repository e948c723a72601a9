import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../support/command.ts';

const exec = promisify(execFile);

/** @throws Error with what EPUBCheck, the validator of the makers of EPUB, finds wrong with a book */
export async function checkEpub(book: Buffer): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'epub-'));
  try {
    const file = path.join(folder, 'a.epub');
    await writeFile(file, book);
    // The program is a jar that only some systems start by itself.
    const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    await exec('java', [...quickStart, '-jar', findOnPath('epubcheck') ?? 'epubcheck', '--quiet', file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
