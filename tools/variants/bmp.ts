import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

/** Headers by size: 12 bytes for OS/2 1.x, 16 and 64 for OS/2 2.x. */
const headers = {
  12: 'OS/2 1.x',
  16: 'OS/2 2.x, short',
  64: 'OS/2 2.x',
  40: 'Windows 3',
  52: 'masks in the header',
  56: 'masks and alpha in the header',
  108: 'Windows 4',
  124: 'Windows 5',
} as const;

type Header = keyof typeof headers;

const windows: readonly Header[] = [40, 52, 56, 108, 124];

interface Recipe {
  readonly bits: number;
  readonly packing?: string;
  readonly masks?: readonly number[];
  readonly [field: string]: unknown;
}

function variant(header: Header, kind: string, recipe: Recipe, second = 'GdkPixbuf'): Variant {
  const decoders = [drawnPicture, second];
  return drawn({ format: 'bmp', name: `${headers[header]}, ${kind}`, decoders }, { header, ...recipe });
}

/** A variant that is refused because ImageMagick misreads it. */
function refused(header: Header, kind: string, recipe: Recipe): Variant {
  return drawn(
    { format: 'bmp', name: `${headers[header]}, ${kind}`, isRefused: true },
    { header, ...recipe },
  );
}

const plain = ([12, ...windows] as const).flatMap((header) =>
  [1, 4, 8, 16, 24, 32]
    // OS/2 1.x supports only these depths.
    .filter((bits) => header !== 12 || [1, 4, 8, 24].includes(bits))
    .map((bits) => variant(header, `${bits} bits`, { bits })),
);
const topDown = windows.flatMap((header) =>
  [1, 8, 16, 24, 32].map((bits) => variant(header, `${bits} bits, top-down`, { bits, top_down: true })),
);
const packed = ([40, 124] as const).flatMap((header) => [
  variant(header, '8 bits, run-length', { bits: 8, packing: 'rle8' }),
  variant(header, '4 bits, run-length', { bits: 4, packing: 'rle4' }),
]);
type Masks = Readonly<Record<string, readonly [bits: number, masks: readonly number[]]>>;
const masks: Masks = {
  '5-5-5': [16, [0x7c00, 0x3e0, 0x1f]],
  '5-6-5': [16, [0xf800, 0x7e0, 0x1f]],
  '8-8-8, blue last': [32, [0xff0000, 0xff00, 0xff]],
  '8-8-8, red last': [32, [0xff, 0xff00, 0xff0000]],
  '8-8-8, high bits': [32, [0xff000000, 0xff0000, 0xff00]],
};
const masksWithAlpha: Masks = {
  '8-8-8-8, alpha first': [32, [0xff0000, 0xff00, 0xff, 0xff000000]],
  '8-8-8-8, alpha last': [32, [0xff000000, 0xff0000, 0xff00, 0xff]],
};
const refusedMasks: Masks = {
  '4-4-4': [16, [0xf00, 0xf0, 0xf]],
  '7-8-6': [32, [0x7f000000, 0xff000, 0x3f]],
  '10-10-10': [32, [0x3ff00000, 0xffc00, 0x3ff]],
  '1-5-5-5': [16, [0x7c00, 0x3e0, 0x1f, 0x8000]],
  '4-4-4-4': [16, [0xf00, 0xf0, 0xf, 0xf000]],
};
const withMasks = (
  header: Header,
  all: Masks,
  make: (header: Header, kind: string, recipe: Recipe) => Variant,
): Variant[] =>
  Object.entries(all).map(([name, [bits, used]]) => make(header, `masks ${name}`, { bits, masks: used }));
const unused = ([40, 108] as const).flatMap((header) => [
  variant(header, '32 bits whose last is half', { bits: 32, unused: 0x80000000 }),
  variant(header, '32 bits whose last is full', { bits: 32, unused: 0xff000000 }),
  variant(header, '16 bits whose last is set', { bits: 16, unused: 0x8000 }),
]);

/** Bitmaps of Windows and OS/2 with different headers, depths, packings, row orders, masks, and palettes. */
export const bmpVariants: readonly Variant[] = [
  ...plain,
  ...topDown,
  ...packed,
  ...windows.flatMap((header) => withMasks(header, masks, variant)),
  ...([56, 108, 124] as const).flatMap((header) => withMasks(header, masksWithAlpha, variant)),
  variant(
    108,
    'alpha that is 0 everywhere',
    { bits: 32, masks: masksWithAlpha['8-8-8-8, alpha first']?.[1] ?? [], blank: true },
    'Netpbm',
  ),
  ...unused,
  variant(40, '3 colors of 256', { bits: 8, colors: 3 }),
  variant(40, 'greys', { bits: 8, grey: true }),
  // GdkPixbuf treats gaps as pixels.
  variant(40, 'a gap before the pixels', { bits: 8, gap: 12 }, 'Pillow'),
  variant(40, 'no length of the file', { bits: 8, unsaid: true }),
  ...([16, 64] as const).flatMap((header) =>
    [1, 24].map((bits) => refused(header, `${bits} bits`, { bits })),
  ),
  refused(40, '2 bits', { bits: 2 }),
  ...withMasks(124, refusedMasks, refused),
  // Windows CE puts such alpha masks after the header.
  ...withMasks(40, masksWithAlpha, refused),
];
