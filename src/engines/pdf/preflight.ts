import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { bufferOf } from '../../util/bytes.ts';

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

const [begin, end, endOfDictionary] = ['stream', 'endstream', '>>'];
const blockBytes = 1024 ** 2;
/** Maximum number of spaces and line breaks between a stream and the end of the dictionary that contains it. */
const maxSpaceBytes = 16;

/**
 * Returns a copy of a PDF in which streams nested in dictionaries are blank. They are invalid, but gofpdf writes
 * annotations that way, and PDFium ignores the rest of a page that contains one. Returns `undefined` if there are none;
 * such a PDF is searched block by block, without loading it into memory.
 */
export async function withoutDirectStreams(path: string): Promise<Buffer | undefined> {
  if (!(await hasDirectStream(path))) return undefined;
  const file = await readFile(path);
  for (const at of directEnds(file)) {
    const start = file.lastIndexOf(begin, at - 1);
    if (start !== -1) file.fill(' ', start, at + end.length);
  }
  return file;
}

async function hasDirectStream(path: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: blockBytes })) {
    const block = Buffer.concat([rest, bufferOf(chunk)]);
    if (!directEnds(block).next().done) return true;
    rest = block.subarray(-(end.length + maxSpaceBytes + endOfDictionary.length));
  }
  return false;
}

/** Returns the offsets where a stream ends and the end of a dictionary follows instead of the end of an object. */
function* directEnds(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + end.length)) {
    const behind = bytes.toString('latin1', at + end.length, at + end.length + maxSpaceBytes);
    if (behind.trimStart().startsWith(endOfDictionary)) yield at;
  }
}
