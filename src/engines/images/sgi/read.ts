import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { checkSize, type DeepRaster, pngOf, withinFile } from '../raster/raster.ts';

/** What stands before the rows (Haeberli, The SGI Image File Format, 1.0). */
interface SgiHeader {
  readonly isPacked: boolean;
  readonly sampleBytes: 1 | 2;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

const headerBytes = 512;
const magic = 474;

/** The picture of an SGI file as a PNG. @throws ConversionError */
export async function readSgi(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

function rasterOf(file: Buffer): DeepRaster {
  const header = headerOf(file);
  const { width, height, channels, sampleBytes } = header;
  const count = width * height * channels;
  const samples = sampleBytes === 2 ? new Uint16Array(count) : new Uint8Array(count);
  const row = sampleBytes === 2 ? new Uint16Array(width) : new Uint8Array(width);
  for (let channel = 0; channel < channels; channel += 1) {
    for (let y = 0; y < height; y += 1) {
      readRow(file, header, channel * height + y, row);
      // The lowest row stands first.
      let to = (height - 1 - y) * width * channels + channel;
      for (const sample of row) {
        samples[to] = sample;
        to += channels;
      }
    }
  }
  return { width, height, channels, samples };
}

function headerOf(file: Buffer): SgiHeader {
  if (file.readUInt16BE(0) !== magic) throw damaged('image');
  const [storage, bytes, dimensions] = [file.readUInt8(2), file.readUInt8(3), file.readUInt16BE(4)];
  const width = file.readUInt16BE(6);
  const height = dimensions > 1 ? file.readUInt16BE(8) : 1;
  const planes = dimensions > 2 ? file.readUInt16BE(10) : 1;
  checkSize(width, height);
  if (storage > 1 || (bytes !== 1 && bytes !== 2)) throw damaged('image');
  if (file.readUInt32BE(104) !== 0) throw new ConversionError(fault('sgi.palette'));
  const channels = ([1, 2, 3, 4] as const).find((each) => each === planes);
  if (channels === undefined) throw new ConversionError(fault('sgi.channels', planes));
  const isPacked = storage === 1;
  const rows = height * channels;
  // What is claimed takes no memory that the file does not explain: a run of 127 samples takes two at least.
  const least = headerBytes + (isPacked ? rows * (8 + (width / 127) * bytes) : rows * width * bytes);
  if (file.length < least) throw damaged('image');
  return { isPacked, sampleBytes: bytes, width, height, channels };
}

/** Reads the row with this number, of which those of a channel stand together. @throws RangeError */
function readRow(file: Buffer, header: SgiHeader, index: number, row: Uint8Array | Uint16Array): void {
  const { isPacked, sampleBytes, height, channels } = header;
  const read = (at: number): number => (sampleBytes === 2 ? file.readUInt16BE(at) : file.readUInt8(at));
  if (!isPacked) {
    const start = headerBytes + index * row.length * sampleBytes;
    for (let x = 0; x < row.length; x += 1) row[x] = read(start + x * sampleBytes);
    return;
  }
  const rows = height * channels;
  let at = file.readUInt32BE(headerBytes + index * 4);
  const end = at + file.readUInt32BE(headerBytes + (rows + index) * 4);
  for (let x = 0; x < row.length;) {
    if (at + sampleBytes > end) throw damaged('image');
    const head = read(at);
    at += sampleBytes;
    const count = Math.min(head & 0x7f, row.length - x);
    if (count === 0) throw damaged('image');
    const isRun = (head & 0x80) === 0;
    for (let copied = 0; copied < count; copied += 1)
      row[x + copied] = read(at + (isRun ? 0 : copied * sampleBytes));
    at += (isRun ? 1 : count) * sampleBytes;
    x += count;
  }
}
