import sharp from 'sharp';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { parseWithinFile, maxPixels, tooManyPixels } from '../content.ts';
import { decode } from '../magick/decode.ts';
import { unpackBlocks, blockSide, type Samples, unpackMasked } from './ddsPixels.ts';
import {
  arrayAt,
  type DdsHeader,
  dimensionAt,
  dxgiAt,
  headerOf,
  heightAt,
  mipMapsAt,
  widthAt,
  type BlockKind,
  blockKindOf,
  maskedKindOf,
  unsupportedReason,
} from './ddsFormat.ts';

/**
 * Converts the first surface of a DDS, at full size, to a PNG.
 * @throws ConversionError
 */
export async function readDds(file: Buffer, to: string): Promise<Uint8Array> {
  const header = parseWithinFile(() => headerOf(file));
  const { width, height } = header;
  if (width < 1 || height < 1) throw damaged('image');
  if (width * height > maxPixels) throw tooManyPixels();
  const kind = blockKindOf(header);
  const asMagickReads = kind && formatsOfMagick[kind];
  if (asMagickReads !== undefined) return readBlocks(file, header, asMagickReads, to);
  const { channels, samples } = parseWithinFile(() => samplesOf(file.subarray(header.end), header, kind));
  return sharp(samples, { raw: { width, height, channels } })
    .toColorspace(channels < 3 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const bc1 = 71;
/** Header fields of a single 2D surface. Some writers leave them at zero. */
const flat = { dimension: 3, count: 1 };
/** Compression formats that ImageMagick reads, with the DXGI number that it accepts for each. */
const formatsOfMagick: Partial<Record<BlockKind, number>> = { BC1: bc1, BC2: 74, BC3: 77, BC7: 98 };

/**
 * Decodes a surface with ImageMagick. It rejects typeless and sRGB formats and misreads blocks that extend beyond the
 * edges, so it gets a header with a supported format and a size in whole blocks.
 */
async function readBlocks(file: Buffer, header: DdsHeader, format: number, to: string): Promise<Uint8Array> {
  const { width, height, dxgi } = header;
  const [across, down] = [Math.ceil(width / blockSide), Math.ceil(height / blockSide)];
  const [columns, rows] = [across * blockSide, down * blockSide];
  const blockBytes = format === bc1 ? 8 : 16;
  // Check the length first, because ImageMagick would fill in missing data with black.
  checkLength(file.subarray(header.end), across * down * blockBytes);
  const copy = Buffer.from(file);
  copy.writeUInt32LE(rows, heightAt);
  copy.writeUInt32LE(columns, widthAt);
  copy.writeUInt32LE(1, mipMapsAt);
  if (dxgi !== undefined) {
    copy.writeUInt32LE(format, dxgiAt);
    copy.writeUInt32LE(flat.dimension, dimensionAt);
    copy.writeUInt32LE(flat.count, arrayAt);
  }
  const decoded = await decode(copy, 'dds', to);
  if (columns === width && rows === height) return decoded;
  return sharp(decoded).extract({ left: 0, top: 0, width, height }).png({ compressionLevel: 1 }).toBuffer();
}

function samplesOf(content: Buffer, header: DdsHeader, kind: BlockKind | undefined): Samples {
  const { width, height } = header;
  if (kind !== undefined) {
    const isSigned = kind.endsWith('signed');
    const channels = kind.startsWith('BC5') ? 2 : 1;
    checkLength(content, Math.ceil(width / blockSide) * Math.ceil(height / blockSide) * channels * 8);
    const samples = unpackBlocks(content, { width, height, channels, isSigned });
    return channels === 1 ? { channels, samples } : withBlue(samples);
  }
  const masked = maskedKindOf(header);
  if (masked === undefined) throw new ConversionError(unsupportedReason(header));
  checkLength(content, width * height * masked.bytes);
  return unpackMasked(content, width * height, masked.masks, masked.bytes);
}

/** Adds a black third channel to a normal map, although it could be computed from the other two. */
function withBlue(slopes: Uint8Array): Samples {
  const samples = new Uint8Array((slopes.length / 2) * 3);
  for (let from = 0, to = 0; from < slopes.length; from += 2, to += 3) {
    samples[to] = slopes[from] ?? 0;
    samples[to + 1] = slopes[from + 1] ?? 0;
  }
  return { channels: 3, samples };
}

function checkLength(content: Buffer, least: number): void {
  if (content.length < least) throw damaged('image');
}
