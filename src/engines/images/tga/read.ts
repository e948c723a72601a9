import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { type Masks, MaskedPixels, masks555, masks888, uncoverBlank } from '../raster/masks.ts';
import { colored, greyIfAllAre, type Palette } from '../raster/palette.ts';
import { pngOf, type Raster, withinFile } from '../raster/raster.ts';
import { headerOf, type TargaHeader } from './header.ts';
import { unpackPackets } from './runLength.ts';

type Samples = Pick<Raster, 'channels' | 'samples'>;

/**
 * The picture of a Targa as a PNG.
 * @throws ConversionError
 */
export async function readTga(file: Buffer): Promise<Uint8Array> {
  return pngOf(withinFile(() => rasterOf(file)));
}

function rasterOf(file: Buffer): Raster {
  const header = headerOf(file);
  const { width, height, hasAlpha } = header;
  const { channels, samples } = samplesOf(file, header, inOrder(pixelsOf(file, header), header));
  if (hasAlpha) uncoverBlank(samples, channels);
  if (hasAlpha && header.colors === 'direct' && header.bits === 16) checkCovered(samples);
  return { width, height, channels, samples };
}

/** Some programs read the single alpha bit beside 15 color bits as opacity, and some as its opposite. */
function checkCovered(rgba: Uint8Array): void {
  for (let at = 3; at < rgba.length; at += 4) {
    if (rgba[at] !== 255) throw new ConversionError(fault('tga.alpha'));
  }
}

function pixelsOf(file: Buffer, { width, height, bits, isPacked, pixelsAt }: TargaHeader): Buffer {
  const pixelBytes = Math.ceil(bits / 8);
  const content = file.subarray(pixelsAt);
  if (isPacked) return unpackPackets(content, width * height, pixelBytes);
  const bytes = width * height * pixelBytes;
  if (content.length < bytes) throw damaged('image');
  return content.subarray(0, bytes);
}

/** The pixels from the top left, whatever the file's order. */
function inOrder(pixels: Buffer, { width, height, bits, isTopDown, isRightToLeft }: TargaHeader): Buffer {
  if (isTopDown && !isRightToLeft) return pixels;
  const pixelBytes = Math.ceil(bits / 8);
  const rowBytes = width * pixelBytes;
  const ordered = Buffer.alloc(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const from = (isTopDown ? y : height - 1 - y) * rowBytes;
    if (!isRightToLeft) pixels.copy(ordered, y * rowBytes, from, from + rowBytes);
    else {
      for (let x = 0; x < width; x += 1) {
        const start = from + (width - 1 - x) * pixelBytes;
        pixels.copy(ordered, y * rowBytes + x * pixelBytes, start, start + pixelBytes);
      }
    }
  }
  return ordered;
}

function samplesOf(file: Buffer, header: TargaHeader, pixels: Buffer): Samples {
  const { width, height, colors, bits, hasAlpha } = header;
  switch (colors) {
    case 'grey':
      if (bits === 8) return { channels: 1, samples: pixels };
      return hasAlpha
        ? { channels: 2, samples: pixels }
        : { channels: 1, samples: pixels.filter((_, at) => at % 2 === 0) };
    case 'palette': {
      const palette = greyIfAllAre(paletteOf(file, header));
      return { channels: palette.channels, samples: colored(indicesOf(pixels, header), palette) };
    }
    case 'direct': {
      const masked = new MaskedPixels(masksOf(bits, hasAlpha), Math.ceil(bits / 8));
      const samples = new Uint8Array(width * height * masked.channels);
      masked.unpack(pixels, 0, width * height, samples, 0);
      return { channels: masked.channels, samples };
    }
  }
}

function indicesOf(pixels: Buffer, { bits }: TargaHeader): Uint8Array | Uint16Array {
  if (bits === 8) return pixels;
  return Uint16Array.from({ length: pixels.length / 2 }, (_, pixel) => pixels.readUInt16LE(pixel * 2));
}

/** The palette, of which the file may contain only the used range. */
function paletteOf(file: Buffer, { palette: { at, first, count, bits }, hasAlpha }: TargaHeader): Palette {
  const masked = new MaskedPixels(masksOf(bits, hasAlpha), Math.ceil(bits / 8));
  const { channels } = masked;
  const colors = new Uint8Array((first + count) * channels);
  masked.unpack(file, at, count, colors, first * channels);
  return { channels, colors };
}

function masksOf(bits: number, hasAlpha: boolean): Masks {
  if (bits <= 16) return hasAlpha ? [...masks555, 0x8000] : masks555;
  return hasAlpha ? [...masks888, 0xff000000] : masks888;
}
