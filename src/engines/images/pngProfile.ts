import { deflateSync } from 'node:zlib';
import { uint32 } from '../lib/bigEndian.ts';
import { chunksOf, pngChunk, pngSignature, withChunksInFront } from '../lib/pngChunks.ts';
import { contentOf } from './content.ts';

type Triple = readonly [number, number, number];

/** Values of the chunks are multiples of this. */
const unit = 1 / 100_000;
/** The white point and the primaries of sRGB, as x and y. */
const standardColors = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
const standardGamma = 1 / 2.2;
const [gammaTolerance, colorTolerance] = [0.025, 0.005];
const [minGamma, maxGamma] = [0.01, 100];
const pcsWhite: Triple = [0.9642, 1, 0.8249];
/** The Bradford transformation, and its inverse (ICC.1:2022, annex E). */
const toCones: readonly Triple[] = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const fromCones: readonly Triple[] = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
];

/**
 * Adds a color profile to a PNG that describes its colors by `gAMA` and `cHRM`, which libvips ignores (PNG, third edition,
 * 11.3.2). Returns other images, and those whose colors are close to sRGB, unchanged.
 * @param head at least the chunks before the pixels
 */
export async function withPngProfile(image: string | Uint8Array, head: Buffer): Promise<string | Uint8Array> {
  const profile = profileChunk(head);
  return profile === undefined ? image : withChunksInFront(await contentOf(image), profile);
}

function profileChunk(png: Buffer): Buffer | undefined {
  if (!png.subarray(0, pngSignature.length).equals(pngSignature)) return undefined;
  const chunks = new Map<string, Buffer>();
  for (const { name, data } of chunksOf(png)) {
    if (name === 'IDAT') break;
    chunks.set(name, data);
  }
  if (['iCCP', 'sRGB', 'cICP'].some((name) => chunks.has(name))) return undefined;
  const [gamma] = numbersIn(chunks.get('gAMA'), 1);
  const colorType = chunks.get('IHDR')?.[9];
  if (gamma === undefined || gamma < minGamma || gamma > maxGamma || colorType === undefined)
    return undefined;
  const colors = numbersIn(chunks.get('cHRM'), 8);
  const isWide =
    colors.every((value) => value > 0) &&
    colors.some((value, at) => Math.abs(value - (standardColors[at] ?? 0)) > colorTolerance);
  const isGray = colorType === 0 || colorType === 4;
  if (Math.abs(gamma - standardGamma) <= gammaTolerance && (isGray || !isWide)) return undefined;
  const colorants = isGray ? [] : colorantsOf(isWide ? colors : standardColors);
  const profile = deflateSync(profileOf(1 / gamma, colorants, isWide ? 'PNG' : 'PNG with sRGB primaries'));
  return pngChunk('iCCP', Buffer.concat([Buffer.from('PNG\0\0'), profile]));
}

function numbersIn(data: Buffer | undefined, count: number): number[] {
  if (data?.length !== count * 4) return [];
  return Array.from({ length: count }, (_, at) => data.readUInt32BE(at * 4) * unit);
}

/** Returns the primaries in the color space that connects profiles. @param colors pairs of x and y */
function colorantsOf(colors: readonly number[]): Triple[] {
  const tristimulus = (at: number): Triple => {
    const [x = 0, y = 0] = colors.slice(at, at + 2);
    return [x / y, 1, (1 - x - y) / y];
  };
  const [white, red, green, blue] = [tristimulus(0), tristimulus(2), tristimulus(4), tristimulus(6)];
  const determinant = dot(red, cross(green, blue));
  const [from, to] = [transformed(white, toCones), transformed(pcsWhite, toCones)];
  const scale: Triple = [to[0] / from[0], to[1] / from[1], to[2] / from[2]];
  return [
    [red, cross(green, blue)] as const,
    [green, cross(blue, red)] as const,
    [blue, cross(red, green)] as const,
  ].map(([primary, others]) => {
    const share = dot(white, others) / determinant;
    const [l, m, n] = transformed(primary, toCones);
    const adapted: Triple = [l * share * scale[0], m * share * scale[1], n * share * scale[2]];
    return transformed(adapted, fromCones);
  });
}

function transformed(vector: Triple, matrix: readonly Triple[]): Triple {
  const [x = 0, y = 0, z = 0] = matrix.map((row) => dot(row, vector));
  return [x, y, z];
}

function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function cross([a, b, c]: Triple, [x, y, z]: Triple): Triple {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

/** Creates a display profile with a power curve (ICC.1:2022, 7 and 9). @param colorants none for a grayscale profile */
function profileOf(exponent: number, colorants: readonly Triple[], name: string): Buffer {
  const curve = Buffer.concat([Buffer.from('para\0\0\0\0\0\0\0\0'), fixed([exponent])]);
  const text = Buffer.concat([
    Buffer.from('mluc\0\0\0\0\0\0\0\u0001\0\0\0\u000cenUS', 'latin1'),
    uint32(name.length * 2, 28),
    Buffer.from(name, 'utf16le').swap16(),
  ]);
  const tags: [name: string, content: Buffer][] = [
    ['desc', text],
    ['cprt', text],
    ['wtpt', point(pcsWhite)],
    ...(colorants.length === 0 ? [['kTRC', curve] satisfies [string, Buffer]] : []),
    ...colorants.flatMap((colorant, at): [string, Buffer][] => {
      const letter = 'rgb'.charAt(at);
      return [
        [`${letter}XYZ`, point(colorant)],
        [`${letter}TRC`, curve],
      ];
    }),
  ];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x04_40_00_00, 8);
  header.write(`mntr${colorants.length === 0 ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(pcsWhite).copy(header, 68);
  const contents: Buffer[] = [];
  const table: Buffer[] = [uint32(tags.length)];
  let at = header.length + 4 + tags.length * 12;
  for (const [tag, content] of tags) {
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    table.push(Buffer.from(tag, 'latin1'), uint32(at, content.length));
    contents.push(padded);
    at += padded.length;
  }
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, ...table, ...contents]);
}

function point(values: Triple): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)]);
}

/** Writes signed numbers with 16 bits after the point. */
function fixed(values: readonly number[]): Buffer {
  return uint32(...values.map((value) => Math.round(value * 0x1_00_00) >>> 0));
}

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
