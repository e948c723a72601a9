import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

type Recipe = Readonly<Record<string, unknown>>;

/** A variant whose reference is its drawing, confirmed by ImageMagick unless other programs are named. */
function read(name: string, recipe: Recipe, ...decoders: readonly string[]): Variant {
  const others = decoders.length > 0 ? decoders : ['ImageMagick'];
  return drawn({ format: 'tiff', name, decoders: [drawnPicture, ...others] }, recipe);
}

const multiplied = (name: string, recipe: Recipe): Variant =>
  drawn(
    { format: 'tiff', name: `colors multiplied by transparency, ${name}`, decoders: ['ImageMagick'] },
    { kind: 'rgba', extra: 'assocalpha', ...recipe },
  );

const refused = (name: string, recipe: Recipe): Variant =>
  drawn({ format: 'tiff', name, isRefused: true }, recipe);

const tiles = ['-t', '-w', '16', '-l', '16'];
const layouts: Readonly<Record<string, readonly string[]>> = {
  strips: ['-s', '-r', '7', '-p', 'contig'],
  'strips, separate planes': ['-s', '-r', '7', '-p', 'separate'],
  tiles: [...tiles, '-p', 'contig'],
  'tiles, separate planes': [...tiles, '-p', 'separate'],
};
const codecs = ['none', 'packbits', 'lzw', 'lzw:2', 'zip', 'zip:2', 'zstd', 'zstd:2'];

/** Files with 8 bits per sample in all compressions and layouts, in both byte orders, and as BigTIFF. */
const compressed = codecs.flatMap((codec) =>
  Object.entries(layouts).flatMap(([layout, options]) =>
    [[], ['-B', '-8']].map((order) =>
      read([`${codec} in ${layout}`, ...(order.length > 0 ? ['big-endian BigTIFF'] : [])].join(', '), {
        kind: 'rgb',
        copy: ['-c', codec, ...options, ...order],
      }),
    ),
  ),
);

/** Files with samples of all widths, in strips and tiles, interleaved and in separate planes. */
const depths = ['uint8', 'uint16', 'uint32', 'float16', 'float32', 'float64'].flatMap((sort) => [
  read(`gray, ${sort}`, { kind: 'gray', sort }),
  read(`RGB, ${sort}`, { kind: 'rgb', sort }),
  read(`RGB, ${sort}, separate planes`, { kind: 'rgb', sort, planar: true }),
  read(`RGB, ${sort}, tiles`, { kind: 'rgb', sort, tiles: true }),
  read(`RGB, ${sort}, tiles, separate planes`, { kind: 'rgb', sort, tiles: true, planar: true }),
  read(`RGB, ${sort}, big-endian`, { kind: 'rgb', sort, options: { byteorder: '>' } }),
  read(`RGB, ${sort}, zstd`, { kind: 'rgb', sort, copy: ['-c', 'zstd'] }),
]);
const differences = [
  ['uint16', 'lzw:2'],
  ['uint16', 'zip:2'],
  ['uint16', 'zstd:2'],
  ['uint32', 'zip:2'],
  ['float32', 'zip:3'],
  ['float32', 'lzw:3'],
  ['float64', 'zstd:3'],
] as const;
const predicted = differences.flatMap(([sort, codec]) =>
  // For big-endian floating-point numbers, tiffcp writes wrong differences.
  (sort.startsWith('uint') ? [[], ['-B']] : [[]]).map((order) =>
    read(`RGB, ${sort}, ${codec}${order.length > 0 ? ', big-endian' : ''}`, {
      kind: 'rgb',
      sort,
      copy: ['-c', codec, ...order],
    }),
  ),
);

/** ImageMagick treats unspecified extra samples as transparency. */
const extras = [
  ...['uint8', 'uint16'].flatMap((sort) => [
    read(`transparency, ${sort}`, { kind: 'rgba', sort, extra: 'unassalpha' }),
    read(`a sample more, ${sort}`, { kind: 'rgba', sort, extra: 'unspecified' }, 'Pillow'),
  ]),
  // With low opacity, premultiplied colors lose their precision.
  ...['uint8', 'uint16', 'float32'].map((sort) => multiplied(sort, { sort })),
  ...['zip', 'zstd'].map((codec) => multiplied(codec, { copy: ['-c', codec] })),
  multiplied('tiles, separate planes', { copy: [...tiles, '-p', 'separate'] }),
  read('transparency, float32', { kind: 'rgba', sort: 'float32', extra: 'unassalpha' }),
];

const packed = [
  ...[2, 4, 6, 10, 12, 14].map((bits) => read(`gray, ${bits} bits`, { kind: 'packed', coloring: 1, bits })),
  ...[2, 4, 6, 10, 12, 14].map((bits) => read(`RGB, ${bits} bits`, { kind: 'packed', coloring: 2, bits })),
  ...[1, 2, 4, 8].map((bits) =>
    read(`a palette, ${bits} bits`, { kind: 'packed', coloring: 3, bits }, 'Pillow'),
  ),
  read(
    'a palette, 4 bits, zstd',
    { kind: 'packed', coloring: 3, bits: 4, copy: ['-c', 'zstd'] },
    'ImageMagick',
  ),
];

const white = [
  read('white is 0, uint8', { kind: 'gray', white_is_zero: true }, 'Pillow'),
  read('white is 0, uint16', { kind: 'gray', white_is_zero: true, sort: 'uint16' }),
];

const faxes = ['g3:1d', 'g3:2d', 'g3:2d:fill', 'g4', 'none', 'packbits', 'zstd'].flatMap((codec) =>
  [false, true].flatMap((isWhiteZero) =>
    ['msb2lsb', 'lsb2msb'].map((order) =>
      read(`one bit, ${codec}, ${isWhiteZero ? 'white' : 'black'} is 0, ${order}`, {
        kind: 'bilevel',
        white_is_zero: isWhiteZero,
        copy: ['-c', codec, '-f', order],
      }),
    ),
  ),
);

/** A variant with an orientation tag, which only ImageMagick applies. */
const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
  ['uint8', 'float32'].map((sort) =>
    drawn(
      { format: 'tiff', name: `orientation ${orientation}, ${sort}`, decoders: ['ImageMagick'] },
      { kind: 'rgb', sort, options: { extratags: [[274, 3, 1, orientation, true]] } },
    ),
  ),
);

const pages = ['rgb', 'gray', 'rgba'].map((first) =>
  read(`three pages, ${first} first`, { kind: 'pages', first }),
);

const unread = [
  ...['lzma', 'lerc'].map((codec) => refused(codec, { kind: 'rgb', copy: ['-c', codec] })),
  ...[false, true].map((isWhiteZero) =>
    refused(`one bit, jbig, ${isWhiteZero ? 'white' : 'black'} is 0`, {
      kind: 'bilevel',
      white_is_zero: isWhiteZero,
      copy: ['-c', 'jbig'],
    }),
  ),
  refused('numbers with a sign', { kind: 'rgb', sort: 'int16' }),
  refused('old JPEG', { kind: 'jpeg', old: true, subsampling: 0 }),
  refused('uint64', { kind: 'rgb', sort: 'uint64' }),
  ...['cielab', 'icclab'].map((coloring) => refused(coloring, { kind: 'lab', coloring })),
  refused('color differences of 1 × 1', { kind: 'yCbCr', shared: [1, 1] }),
];

/** TIFFs whose samples are preserved exactly. */
export const tiffVariants: readonly Variant[] = [
  ...compressed,
  ...depths,
  ...predicted,
  ...extras,
  ...packed,
  ...white,
  ...faxes,
  ...turned,
  ...pages,
  ...unread,
];

/** TIFFs whose colors are computed, with rounding that differs between decoders. */
export const computedTiffVariants: readonly Variant[] = [
  ...[
    [2, 1],
    [2, 2],
    [4, 1],
    [4, 2],
    [4, 4],
  ].map((shared) =>
    read(`color differences of ${shared.join(' × ')}`, { kind: 'yCbCr', shared }, drawnPicture),
  ),
  ...[0, 1, 2].map((subsampling) =>
    read(`JPEG, subsampling ${subsampling}`, { kind: 'jpeg', subsampling }, 'Pillow'),
  ),
];
