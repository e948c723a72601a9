import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../../util/bytes.ts';

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
