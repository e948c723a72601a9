import { open, readFile } from 'node:fs/promises';

/** Number of bytes at the end of a PDF in which to look for its end marker (ISO 32000-1, annex H, note 18). */
const tailBytes = 1024;
const maxSearchedBytes = 100 * 1024 * 1024;
const ends = ['startxref', '%%EOF'];
const opening = 'obj';
const closings = ['endobj', 'trailer', ...ends];
/** Enough bytes for the two numbers that precede `obj`. */
const numbersBytes = 24;

/**
 * True if a PDF ends within an object. PDFium would show its pages without the missing part. A PDF that lacks only its
 * end marker isn't truncated.
 */
export async function isTruncated(path: string): Promise<boolean> {
  if (await hasEnd(path)) return false;
  const file = await readFile(path);
  for (let at = file.lastIndexOf(opening); at > 0; at = file.lastIndexOf(opening, at - 1)) {
    const before = file.toString('latin1', Math.max(0, at - numbersBytes), at);
    if (/\d\s+\d+\s+$/.test(before)) return closings.every((closing) => !file.includes(closing, at));
  }
  return false;
}

/** True if the file has an end marker, or is too large to search. */
async function hasEnd(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(tailBytes),
      0,
      tailBytes,
      Math.max(0, size - tailBytes),
    );
    const tail = buffer.subarray(0, bytesRead);
    return size > maxSearchedBytes || ends.some((end) => tail.includes(end));
  } finally {
    await file.close();
  }
}
