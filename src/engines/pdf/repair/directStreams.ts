import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../../util/bufferOf.ts';

const [begin, end, endOfDictionary] = ['stream', 'endstream', '>>'];
const blockBytes = 1024 ** 2;
/** Line breaks and spaces between the end of a stream and that of the surrounding dictionary. */
const maxSpaceBytes = 16;

/**
 * A PDF with streams nested in dictionaries, which is invalid (gofpdf writes such annotations), blanked out: PDFium
 * ignores the rest of a page after one. `undefined` for any other PDF, of which only a block is in memory.
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

/** The ends of streams that are followed by a dictionary instead of an object. */
function* directEnds(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + end.length)) {
    const behind = bytes.toString('latin1', at + end.length, at + end.length + maxSpaceBytes);
    if (behind.trimStart().startsWith(endOfDictionary)) yield at;
  }
}
