import { crc32 } from 'node:zlib';

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and name before a chunk's data, and the checksum after it. */
const frameBytes = 12;
/** Chunks with texts, EXIF, or the modification time. */
const texts = new Set(['tEXt', 'zTXt', 'iTXt']);
const metadata = new Set([...texts, 'eXIf', 'tIME']);
const mayTellPlace = /^(?:Raw profile type |exif:GPS)/;

interface Chunk {
  readonly name: string;
  /** The whole chunk, including length, name, and checksum. */
  readonly bytes: Buffer;
  readonly data: Buffer;
}

export function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = pngSignature.length; at + frameBytes <= png.length;) {
    const end = at + frameBytes + png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    yield { name, bytes: png.subarray(at, end), data: png.subarray(at + 8, end - 4) };
    at = end;
  }
}

export function dataOfChunks(chunks: readonly Chunk[], name: string): Buffer {
  return Buffer.concat(chunks.filter((chunk) => chunk.name === name).map(({ data }) => data));
}

/** Creates a chunk with length, name, and checksum. */
export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Creates a chunk with uncompressed XMP (PNG, third edition, 11.3.3.4; XMP, part 3, 1.1.5). */
export function xmpChunk(xmp: Uint8Array): Buffer {
  return pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp]));
}

/** Removes the text chunks in which ImageMagick stores EXIF, XMP, and IPTC, because they may contain the location. */
export function withoutLocationTexts(png: Buffer): Buffer {
  return withChunks(png, (chunk) => !isPlaceText(chunk));
}

function isPlaceText({ name, data }: Chunk): boolean {
  return texts.has(name) && mayTellPlace.test(data.toString('latin1'));
}

/** Updates the checksums of all chunks in place. */
export function updateChecksums(png: Buffer): Buffer {
  for (const { bytes } of chunksOf(png)) {
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  }
  return png;
}

/**
 * True for an animated PNG. One whose chunks are out of order counts as a still image (PNG, third edition, 11.3.6),
 * unless it is truncated.
 */
export function isAnimatedPng(png: Buffer): boolean {
  const names = [...chunksOf(png)];
  const start = names.findIndex(({ name }) => name === 'IDAT');
  const controls = names.filter(({ name }, index) => name === 'acTL' && (start < 0 || index < start));
  if (controls.length === 0) return false;
  const isWhole = names.at(-1)?.name === 'IEND';
  return !isWhole || (controls.length === 1 && countOf(controls[0]) > 0 && isInOrder(names));
}

/** Returns the number of frames that the `acTL` chunk declares. */
function countOf(control: Chunk | undefined): number {
  return control !== undefined && control.data.length >= 4 ? control.data.readUInt32BE(0) : 0;
}

/** True if `fcTL` and `fdAT` chunks are numbered consecutively and each frame has pixels. */
function isInOrder(chunks: readonly Chunk[]): boolean {
  let next = 0;
  let [hasFrames, isEmpty] = [false, false];
  for (const { name, data } of chunks) {
    if (name === 'fcTL' || name === 'fdAT') {
      if (data.length < 4 || data.readUInt32BE(0) !== next) return false;
      next += 1;
    }
    if ((name === 'fcTL' || name === 'IEND') && isEmpty) return false;
    if (name === 'fcTL') [hasFrames, isEmpty] = [true, true];
    if (name === 'fdAT' || name === 'IDAT') isEmpty = false;
  }
  return hasFrames;
}

/** Returns a PNG without metadata, but with its color information. */
export function withoutMetadata(png: Buffer): Buffer {
  return withChunks(png, ({ name }) => !metadata.has(name));
}

/** Returns the chunks with metadata, except color information. */
export function metadataChunks(png: Buffer): Buffer {
  return Buffer.concat([...chunksOf(png)].filter(({ name }) => metadata.has(name)).map(({ bytes }) => bytes));
}

/** Inserts chunks after the header of a PNG. */
export function withChunksInFront(png: Buffer, chunks: Uint8Array): Buffer {
  const [header, ...others] = [...chunksOf(png)];
  if (header === undefined) throw new RangeError('Missing PNG header');
  return Buffer.concat([pngSignature, header.bytes, chunks, ...others.map(({ bytes }) => bytes)]);
}

function withChunks(png: Buffer, isKept: (chunk: Chunk) => boolean): Buffer {
  const kept = [...chunksOf(png)].filter((chunk) => isKept(chunk));
  return Buffer.concat([pngSignature, ...kept.map(({ bytes }) => bytes)]);
}
