import { damaged } from '../../api/faults.ts';
import { checkSize, pngOf, type Raster, withinFile } from '../raster/raster.ts';

const headerBytes = 8;
/** What covers all; a sample has no more (Dune HD, AAI). */
const opaque = 254;

/** The picture of an AAI, whose transparency ImageMagick drops, as a PNG. @throws ConversionError */
export async function readAai(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

function rasterOf(file: Buffer): Raster {
  const [width, height] = [file.readUInt32LE(0), file.readUInt32LE(4)];
  checkSize(width, height);
  if (file.length < headerBytes + width * height * 4) throw damaged('image');
  const samples = new Uint8Array(width * height * 4);
  for (let at = 0; at < samples.length; at += 4) {
    const alpha = file[headerBytes + at + 3] ?? 0;
    samples[at] = file[headerBytes + at + 2] ?? 0;
    samples[at + 1] = file[headerBytes + at + 1] ?? 0;
    samples[at + 2] = file[headerBytes + at] ?? 0;
    samples[at + 3] = alpha >= opaque ? 255 : alpha;
  }
  return { width, height, channels: 4, samples };
}
