import sharp from 'sharp';
import { fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { formatOfHead } from '../../../contract/formats/formatOfHead.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { decode } from '../magick/decode.ts';
import {
  entriesOf,
  type IcnsEntry,
  unpackRuns,
  fileTypes,
  type RunType,
  runTypes,
  icnsOf,
  packRuns,
  writtenTypes,
} from './icnsFormat.ts';

/** Enough bytes to recognize the format of a picture inside an icon. */
const headBytes = 16;

interface Picture {
  readonly side: number;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Returns the largest picture of a macOS icon as a PNG.
 * @throws ConversionError
 */
export async function readIcns(file: Buffer): Promise<Uint8Array> {
  const entries = entriesOf(file);
  const pictures = entries.flatMap((entry) => pictureOf(entry, entries) ?? []);
  const [first, ...others] = pictures;
  if (first === undefined) {
    throw new ConversionError(fault('icon.empty'));
  }
  return others.reduce((best, each) => (each.side > best.side ? each : best), first).read();
}

function pictureOf(entry: IcnsEntry, entries: readonly IcnsEntry[]): Picture | undefined {
  const { type, content } = entry;
  const fileSide = ownValue(fileTypes, type);
  const format = formatOfHead(content.subarray(0, headBytes));
  if (fileSide !== undefined && format === 'png') return { side: fileSide, read: async () => content };
  if (fileSide !== undefined && (format === 'jp2' || format === 'j2k')) {
    return { side: fileSide, read: async () => decode(content, format, 'png') };
  }
  const runType = ownValue(runTypes, type);
  if (runType === undefined) return undefined;
  return { side: runType.side, read: async () => readRuns(content, runType, maskOf(runType, entries)) };
}

function maskOf({ mask }: RunType, entries: readonly IcnsEntry[]): Buffer | undefined {
  return entries.find(({ type }) => type === mask)?.content;
}

async function readRuns(
  content: Buffer,
  { side, mask: maskType, prefix = '' }: RunType,
  mask: Buffer | undefined,
): Promise<Uint8Array> {
  const pixels = side ** 2;
  if (content.toString('latin1', 0, prefix.length) !== prefix) throw damaged('image');
  const packed = content.subarray(prefix.length);
  const channels = maskType === undefined ? 4 : 3;
  const planes = unpackRuns(packed, pixels * channels) ?? planesOf(packed, pixels, channels);
  const plane = (index: number): Buffer => planes.subarray(index * pixels, (index + 1) * pixels);
  const colorsAt = channels - 3;
  const alpha = channels === 4 ? plane(0) : (mask ?? Buffer.alloc(pixels, 0xff));
  if (alpha.length !== pixels) throw damaged('image');
  const rgba = interleaved([plane(colorsAt), plane(colorsAt + 1), plane(colorsAt + 2), alpha], pixels);
  return sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** Some programs write interleaved pixels without compression. */
function planesOf(plain: Buffer, pixels: number, channels: number): Buffer {
  if (plain.length !== pixels * channels) throw damaged('image');
  const planes = Buffer.alloc(plain.length);
  for (let at = 0; at < plain.length; at += 1) {
    planes[(at % channels) * pixels + Math.floor(at / channels)] = plain.readUInt8(at);
  }
  return planes;
}

function interleaved(planes: readonly Buffer[], pixels: number): Buffer {
  const all = Buffer.alloc(pixels * planes.length);
  for (const [channel, plane] of planes.entries()) {
    for (let at = 0; at < pixels; at += 1) all[at * planes.length + channel] = plane.readUInt8(at);
  }
  return all;
}

/** A square picture of an icon, as a PNG. */
export interface Square {
  readonly side: number;
  readonly png: Buffer;
}

/** Writes a macOS icon with these pictures. Their sizes must be keys of `writtenTypes`. */
export async function writeIcns(squares: readonly Square[]): Promise<Buffer> {
  const entries = squares.flatMap(({ side, png }) =>
    (writtenTypes.get(side) ?? []).map((type) => entriesFor(type, png)),
  );
  return icnsOf((await Promise.all(entries)).flat());
}

async function entriesFor(type: string, png: Buffer): Promise<IcnsEntry[]> {
  const mask = ownValue(runTypes, type)?.mask;
  if (mask === undefined) return [{ type, content: png }];
  const rgba = await sharp(png).toColorspace('srgb').ensureAlpha().raw().toBuffer();
  const plane = (channel: number): Buffer => Buffer.from(rgba.filter((_, at) => at % 4 === channel));
  return [
    { type, content: Buffer.concat([0, 1, 2].map((channel) => packRuns(plane(channel)))) },
    { type: mask, content: plane(3) },
  ];
}
