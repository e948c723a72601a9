import { open } from 'node:fs/promises';
import { formatOfHead, headBytes } from '../../contract/formats/formatOfHead.ts';

/** The format that a file's first bytes show, or `undefined` when they show none that is known. */
export async function sniffFormat(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return formatOfHead(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
