import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a job's file in order to store it. Rejects links and pipes, because a compromised engine may have replaced the
 * file with a link to a file that only the node can read, or with a pipe that never ends.
 * @throws Error
 */
export async function openJobFile(
  file: string,
): Promise<{ readonly bytes: number; readonly content: Readable }> {
  const handle = await open(file, flags);
  const facts = await handle.stat();
  if (facts.isFile() && facts.nlink === 1) return { bytes: facts.size, content: handle.createReadStream() };
  await handle.close();
  throw new Error('The job’s file isn’t a regular file, or has several hard links');
}
