import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file of a job that an engine wrote or could have replaced, to store it. An engine that was taken over may leave a
 * link there, to a file that the node can read and the engine can't, or a pipe that never ends: neither is opened.
 * @throws Error
 */
export async function openJobFile(
  file: string,
): Promise<{ readonly bytes: number; readonly content: Readable }> {
  const handle = await open(file, flags);
  const facts = await handle.stat();
  if (facts.isFile() && facts.nlink === 1) return { bytes: facts.size, content: handle.createReadStream() };
  await handle.close();
  throw new Error('A file of a job is a link, or no file.');
}
