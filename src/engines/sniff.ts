import { open } from 'node:fs/promises';
import { formatOfHead, headBytes } from '../contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { formatById } from '../contract/formats/table.ts';

/** Detects a file's format from its first bytes. Returns `undefined` if they match no known format. */
export async function sniffFormat(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return formatOfHead(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Returns the format of a file's content, or, if that is only a container such as ZIP, the format of its name. */
export function effectiveFormat(sniffed: string | undefined, fileName: string): string | undefined {
  const claimed = formatOfFileName(fileName);
  const container = claimed === undefined ? undefined : formatById(claimed)?.container;
  return sniffed !== undefined && container === sniffed ? claimed : sniffed;
}
