import { deflateSync } from 'node:zlib';
import type { Metadata } from 'sharp';
import { pngChunk, xmpChunk } from '../lib/pngChunks.ts';
import { webpChunksOf, webpFlags, webpHeader, webpOf } from '../lib/webpChunks.ts';
import { plainBlock } from './exif.ts';

export interface ImageMetadata {
  readonly icc?: Buffer | undefined;
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
}

/** Returns the metadata that libvips read from an image. Omits color profiles that aren't RGB. */
export function imageMetadata({ icc, space, exif, xmp }: Metadata): ImageMetadata {
  const isRgb = space === 'srgb' || space === 'rgb16';
  return { icc: isRgb ? icc : undefined, exif, xmp };
}

/** Returns PNG chunks that contain this metadata. */
export function pngMetadata({ icc, exif, xmp }: ImageMetadata): Buffer {
  return Buffer.concat([
    ...(icc ? [pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]))] : []),
    ...(exif ? [pngChunk('eXIf', plainBlock(exif))] : []),
    ...(xmp ? [xmpChunk(xmp)] : []),
  ]);
}

/** Adds metadata to a WebP that has none. `width` and `height` are its size. */
export function webpWithMetadata(
  webp: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  { icc, exif, xmp }: ImageMetadata,
): Buffer {
  if (icc === undefined && exif === undefined && xmp === undefined) return webp;
  const chunks = [...webpChunksOf(webp)];
  const header = chunks.find(({ name }) => name === 'VP8X');
  // A WebP without an extended header doesn't say whether it has transparency, so assume that it does.
  const oldFlags = header?.data.readUInt8(0) ?? webpFlags.alpha;
  const flags =
    oldFlags | (icc ? webpFlags.profile : 0) | (exif ? webpFlags.exif : 0) | (xmp ? webpFlags.xmp : 0);
  return webpOf([
    webpHeader(flags, width, height),
    ...(icc ? [{ name: 'ICCP', data: icc }] : []),
    ...chunks.filter((each) => each !== header),
    ...(exif ? [{ name: 'EXIF', data: plainBlock(exif) }] : []),
    ...(xmp ? [{ name: 'XMP ', data: xmp }] : []),
  ]);
}
