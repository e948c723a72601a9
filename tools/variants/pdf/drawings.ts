import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { photo } from '../../../test/support/service/fixtures.ts';
import { pageOf } from '../../../test/support/service/pdfBuilder.ts';
import type { Variant } from '../variant.ts';
import { built, helvetica, type PdfObjects, stream, word } from './built.ts';
import { faxCodings, faxed, jbig2Of } from './faxes.ts';

const side = 64;
const shapes =
  '0.9 0.2 0.1 rg 20 20 90 60 re f 0.1 0.3 0.8 rg 120 110 m 190 110 l 150 190 l f 5 w 20 150 m 90 180 l S';

/** Samples of a picture with gradients to the right, downward, and diagonally, one per component. */
function samples(components: number, levels = 255): Buffer {
  const tones = [
    (x: number, y: number) => x / side + 0 * y,
    (x: number, y: number) => y / side + 0 * x,
    (x: number, y: number) => (x + y) / (2 * side),
    (x: number, y: number) => (x * y) / side ** 2 / 4,
  ];
  const bytes = Buffer.alloc(side * side * components);
  for (let at = 0; at < bytes.length; at += 1) {
    const pixel = Math.floor(at / components);
    const tone = tones[at % components]?.(pixel % side, Math.floor(pixel / side)) ?? 0;
    bytes[at] = Math.floor(tone * (levels + 0.99));
  }
  return bytes;
}

/** A page filled by a picture with these entries; `extra` objects are numbered from 6. */
function picture(
  entries: string,
  content: Buffer,
  extra: readonly PdfObjects[number][] = [],
  bits = 8,
): Buffer {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent ${bits} ${entries}`;
  return pageOf('0.8 1 0.8 rg 0 0 200 200 re f q 180 0 0 180 10 10 cm /I Do Q', {
    page: '/Resources << /XObject << /I 5 0 R >> >>',
    extra: [{ dictionary, stream: content }, ...extra],
  });
}

/** The appearance of two inks on paper, as a PostScript function. */
const twoInks = stream(
  '{ 1 exch sub exch 1 exch sub dup 3 -1 roll dup }',
  '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]',
);

const exponential = (from: string, to: string): string =>
  `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [${from}] /C1 [${to}] >>`;
const palette = Buffer.from(
  Array.from({ length: 16 }, (_, index) => [index * 16, 255 - index * 10, 90]).flat(),
);

const colorSpaces: Readonly<Record<string, readonly [string, number, number?]>> = {
  'shades of gray': ['/DeviceGray', 1],
  RGB: ['/DeviceRGB', 3],
  'calibrated RGB': [
    '[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505] >>]',
    3,
  ],
  'calibrated gray': ['[/CalGray << /WhitePoint [0.9505 1 1.089] /Gamma 2.2 >>]', 1],
  'a palette': [`[/Indexed /DeviceRGB 15 <${palette.toString('hex')}>]`, 1, 15],
  'two spot colors': ['[/DeviceN [/One /Two] /DeviceRGB 6 0 R]', 2],
  'a spot color': [`[/Separation /Spot /DeviceRGB ${exponential('1 1 1', '0.8 0.1 0.3')}]`, 1],
};

/** Color spaces for which MuPDF needs profiles that Debian's build lacks. */
const profiledSpaces: typeof colorSpaces = {
  CMYK: ['/DeviceCMYK', 4],
};

/** Color profiles by sharp's names, with their numbers of components. */
const profiles: Readonly<Record<string, readonly [name: string, components: 3 | 4]>> = {
  sRGB: ['srgb', 3],
  'Display P3': ['p3', 3],
  CMYK: ['cmyk', 4],
};

async function profileOf(name: string): Promise<Buffer> {
  const space = name === 'cmyk' ? 'cmyk' : 'srgb';
  const gray = { create: { width: 1, height: 1, channels: 3, background: 'gray' } } as const;
  const jpeg = await sharp(gray).toColourspace(space).withIccProfile(name).jpeg().toBuffer();
  return (await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0);
}

const filters: Readonly<Record<string, (plain: Buffer) => readonly [string, Buffer]>> = {
  uncompressed: (plain) => ['', plain],
  FlateDecode: (plain) => ['/Filter /FlateDecode', deflateSync(plain)],
  'FlateDecode twice': (plain) => ['/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(plain))],
  ASCIIHexDecode: (plain) => ['/Filter /ASCIIHexDecode', Buffer.from(`${plain.toString('hex')}>`)],
  RunLengthDecode: (plain) => ['/Filter /RunLengthDecode', literalRuns(plain)],
  LZWDecode: (plain) => ['/Filter /LZWDecode', literalLzw(plain)],
};

/** Encodes all bytes as literals, in runs of 128. */
function literalRuns(plain: Buffer): Buffer {
  const runs = Array.from({ length: Math.ceil(plain.length / 128) }, (_, index) => {
    const run = plain.subarray(index * 128, index * 128 + 128);
    return Buffer.concat([Buffer.from([run.length - 1]), run]);
  });
  return Buffer.concat([...runs, Buffer.from([128])]);
}

/** Encodes all bytes as nine-bit codes. The table is cleared before codes need ten bits. */
function literalLzw(plain: Buffer): Buffer {
  const [clear, end] = [256, 257];
  const codes = [...plain].flatMap((byte, index) => (index % 200 === 0 ? [clear, byte] : [byte]));
  const bits = [...codes, end].map((code) => code.toString(2).padStart(9, '0')).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => parseInt(byte.padEnd(8, '0'), 2)));
}

const turned = (entries: string): Buffer => pageOf(shapes, { page: entries });

const layers = (isOn: boolean): Buffer =>
  pageOf(`/OC /L BDC 1 0 0 rg 20 20 160 160 re f EMC 0 0 1 rg 60 60 20 20 re f`, {
    catalogue: `/OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R] /${isOn ? 'ON' : 'OFF'} [5 0 R] >> >>`,
    page: '/Resources << /Properties << /L 5 0 R >> >>',
    extra: ['<< /Type /OCG /Name (layer) >>'],
  });

/** A page in an embedded font whose letters are drawings. */
const drawnLetters = (): Buffer =>
  pageOf('BT /F 40 Tf 20 100 Td (ab) Tj ET', {
    page: '/Resources << /Font << /F 5 0 R >> >>',
    extra: [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [1000 1000] /CharProcs << /a 6 0 R /b 7 0 R >> /Encoding << /Type /Encoding /Differences [97 /a /b] >> /Resources << >> >>',
      stream('1000 0 0 0 1000 1000 d1 0 0 800 800 re f'),
      stream('1000 0 d0 0 0.6 0 rg 100 100 m 900 100 l 500 900 l f'),
    ],
  });

/** Pages and pictures of all kinds, for comparison with other programs. */
export const drawingVariants: readonly Variant[] = [
  built('a plain page', () => turned('')),
  ...[90, 180, 270].map((angle) => built(`a page rotated by ${angle}`, () => turned(`/Rotate ${angle}`))),
  built('a cropped page', () => turned('/CropBox [30 40 170 180]')),
  built('a cropped and rotated page', () => turned('/CropBox [30 40 170 180] /Rotate 90')),
  built('a page with an offset', () => turned('/CropBox [-20 -20 150 150] /MediaBox [-40 -40 260 260]')),
  // For a large page, MuPDF allocates as many pixels as the page has units.
  { ...built('a page in larger units', () => turned('/UserUnit 1.5')), decoders: ['Poppler'] },
  built('a visible layer', () => layers(true)),
  built('a hidden layer', () => layers(false)),
  built('a font made of drawings', drawnLetters),
  built('words in a standard font', () =>
    pageOf(word('Words'), { page: '/Resources << /Font << /F 5 0 R >> >>', extra: [helvetica] }),
  ),
  ...Object.entries(colorSpaces).map(([name, [space, components, levels]]) =>
    built(`a picture in ${name}`, () =>
      picture(`/ColorSpace ${space}`, samples(components, levels), [twoInks]),
    ),
  ),
  ...Object.entries(profiledSpaces).map(([name, [space, components]]) => ({
    ...built(`a picture in ${name}`, () => picture(`/ColorSpace ${space}`, samples(components))),
    decoders: ['Poppler'],
  })),
  ...Object.entries(profiles).map(([name, [profile, components]]) => ({
    ...built(`a picture with a profile, ${name}`, async () => {
      const content = { dictionary: `/N ${components}`, stream: await profileOf(profile) };
      return picture('/ColorSpace [/ICCBased 6 0 R]', samples(components), [content]);
    }),
    decoders: ['Poppler'],
  })),
  ...Object.entries(filters).map(([name, pack]) =>
    built(`a picture, ${name}`, () => {
      const [entries, content] = pack(samples(3));
      return picture(`/ColorSpace /DeviceRGB ${entries}`, content);
    }),
  ),
  ...[1, 2, 4, 16].map((bits) =>
    built(`a picture of ${bits} bits`, () => {
      const content = Buffer.alloc((side * side * bits) / 8, 0b0001_1011);
      return picture('/ColorSpace /DeviceGray', content, [], bits);
    }),
  ),
  {
    ...built('a picture in CIELAB', () =>
      picture('/ColorSpace [/Lab << /WhitePoint [0.9642 1 0.8249] >>]', samples(3)),
    ),
    isRefused: true,
  },
  built('an inverted picture', () => picture('/ColorSpace /DeviceGray /Decode [1 0]', samples(1))),
  built('a picture with a soft mask', () =>
    pageOf('0.8 1 0.8 rg 0 0 200 200 re f q 180 0 0 180 10 10 cm /I Do Q', {
      page: '/Resources << /XObject << /I 5 0 R >> >>',
      extra: [
        {
          dictionary: `/Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask 6 0 R`,
          stream: samples(3),
        },
        {
          dictionary: `/Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
          stream: samples(1),
        },
      ],
    }),
  ),
  built('a picture with a transparent color', () =>
    picture('/ColorSpace /DeviceGray /Mask [100 255]', samples(1)),
  ),
  built('a picture, DCTDecode', async () => coded('DCTDecode', '/DeviceRGB', await readFile(photo('jpg')))),
  built('a picture, JPXDecode', async () => coded('JPXDecode', '/DeviceRGB', await readFile(photo('jp2')))),
  built('a gray picture, DCTDecode', async () =>
    coded('DCTDecode', '/DeviceGray', await sharp(photo('jpg')).toColourspace('b-w').jpeg().toBuffer()),
  ),
  built('a picture, JPXDecode with its own color space', async () =>
    coded('JPXDecode', undefined, await readFile(photo('jp2'))),
  ),
  ...Object.entries(faxCodings).map(([name, [coding, k]]) =>
    built(`a picture, CCITTFaxDecode of ${name}`, async () =>
      bilevel('CCITTFaxDecode', await faxed(samples(1), side, coding), k),
    ),
  ),
  built('a picture, JBIG2Decode', async () =>
    bilevel('JBIG2Decode', jbig2Of(await faxed(samples(1), side, 'g4'), side)),
  ),
];

function coded(filter: string, space: string | undefined, content: Buffer): Buffer {
  const colors = space === undefined ? '' : `/ColorSpace ${space}`;
  const size = '/Width 61 /Height 43 /BitsPerComponent 8';
  return pageOf('q 180 0 0 180 10 10 cm /I Do Q', {
    page: '/Resources << /XObject << /I 5 0 R >> >>',
    extra: [{ dictionary: `/Subtype /Image ${size} ${colors} /Filter /${filter}`, stream: content }],
  });
}

function bilevel(filter: string, content: Buffer, k?: number): Buffer {
  const parameters = k === undefined ? '' : `/DecodeParms << /K ${k} /Columns ${side} /Rows ${side} >>`;
  return picture(`/ColorSpace /DeviceGray /Filter /${filter} ${parameters}`, content, [], 1);
}
