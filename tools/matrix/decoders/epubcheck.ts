import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath } from '../../../test/support/command.ts';
import { withFile } from '../../../test/support/service/lentFiles.ts';

const exec = promisify(execFile);

/** @throws Error with the faults that EPUBCheck, the official EPUB validator, finds in a book */
export async function checkEpub(book: Buffer): Promise<void> {
  await withFile(book, 'epub', async (file) => {
    // The program is a jar file, which only some systems can start directly.
    const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    await exec('java', [...quickStart, '-jar', findOnPath('epubcheck') ?? 'epubcheck', '--quiet', file]);
  });
}
