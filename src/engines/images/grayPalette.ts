import { chunksOf, pngChunk, pngSignature } from '../lib/pngChunks.ts';

const colorTypes = { gray: 0, rgb: 2, palette: 3 } as const;
const colorTypeAt = 9;
const grayChannel = 1;

/**
 * Returns a recompressed PNG whose color type fits its color profile. Grayscale PNGs can't have an RGB profile (PNG,
 * third edition, 11.3.2.3), so an image that has become grayscale gets a palette. Returns `undefined` if that is
 * impossible.
 */
export function withProfileColorType(png: Buffer, original: Buffer): Buffer | undefined {
  const chunks = [...chunksOf(png)];
  const header = chunks[0]?.data;
  if (header === undefined || !chunks.some(({ name }) => name === 'iCCP')) return png;
  const wasGray = isGray(colorTypeOf([...chunksOf(original)][0]?.data));
  const colorType = colorTypeOf(header);
  if (wasGray || !isGray(colorType)) return png;
  const bits = header[8] ?? 0;
  // A palette can't represent grays with 16 bits or an alpha channel.
  if (colorType !== colorTypes.gray || bits > 8) return undefined;
  const palette = pngChunk('PLTE', paletteOf(bits));
  const changed = chunks.flatMap(({ name, bytes, data }) => {
    switch (name) {
      case 'IHDR':
        return [pngChunk(name, Buffer.from(data).fill(colorTypes.palette, colorTypeAt, colorTypeAt + 1))];
      case 'iCCP':
        return [bytes];
      case 'sBIT':
        return data.length === 1 ? [pngChunk(name, Buffer.alloc(3, data[0] ?? 8))] : [];
      case 'bKGD':
        return [pngChunk(name, data.subarray(grayChannel))];
      case 'tRNS':
        return [
          pngChunk(name, Buffer.alloc((data[grayChannel] ?? 0) + 1, 0xff).fill(0, data[grayChannel] ?? 0)),
        ];
      default:
        return [bytes];
    }
  });
  // `PLTE` comes after chunks that describe colors and before chunks that refer to the palette (PNG, third edition,
  // 5.6).
  const names = chunks.map(({ name }) => name);
  const at = names.findIndex((name) => ['tRNS', 'bKGD', 'hIST', 'IDAT'].includes(name));
  return Buffer.concat([pngSignature, ...changed.slice(0, at), palette, ...changed.slice(at)]);
}

function colorTypeOf(header: Buffer | undefined): number | undefined {
  return header?.[colorTypeAt];
}

/** True for grayscale with or without alpha. */
function isGray(colorType: number | undefined): boolean {
  return colorType !== undefined && (colorType & colorTypes.rgb) === 0;
}

function paletteOf(bits: number): Buffer {
  const most = 2 ** bits - 1;
  return Buffer.from(
    Array.from({ length: most + 1 }, (_, index) => Math.round((index * 255) / most)).flatMap((gray) => [
      gray,
      gray,
      gray,
    ]),
  );
}
