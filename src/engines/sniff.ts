import { open } from 'node:fs/promises';
import { formatOfHead, headBytes } from '../contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { formatById } from '../contract/formats/table.ts';

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

/** The format of a file: of its content, or of its name if the content is only a container. */
export function formatShown(sniffed: string | undefined, fileName: string): string | undefined {
  const claimed = formatOfFileName(fileName);
  const container = claimed === undefined ? undefined : formatById(claimed)?.container;
  return sniffed !== undefined && container === sniffed ? claimed : sniffed;
}
