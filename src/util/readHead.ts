import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Without this flag, which Windows lacks, opening a named pipe blocks a thread until a program writes to it. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Reads the first bytes of a file. Returns none for a named pipe. @throws the system's error */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | nonBlocking);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, null);
  return buffer.subarray(0, bytesRead);
}
