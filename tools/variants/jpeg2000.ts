import { byProgram, byRecipe } from './byRecipe.ts';
import { drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const sRgb = 16;
const gray = 17;
const sYcc = 18;
const rgb = ['red', 'green', 'blue'];
const rgba = [...rgb, 'alpha'];
/** The type of each channel, and the color that it belongs to. */
const rgbaDefinitions = [
  [0, 0, 1],
  [1, 0, 2],
  [2, 0, 3],
  [3, 1, 0],
];
/** Premultiplied colors, which no other program here supports. */
const multipliedDefinitions = [...rgbaDefinitions.slice(0, 3), [3, 2, 0]];
const grayDefinitions = [
  [0, 0, 1],
  [1, 1, 0],
];

const opj = 'the format’s own program';
type What = Partial<Omit<Variant, 'make'>> & { readonly name: string };
type Recipe = Readonly<Record<string, unknown>>;

/** Pillow and FFmpeg only read common variants, so OpenJPEG's own program is the reference. */
const variant = (what: What, recipe: Recipe): Variant =>
  byRecipe(
    { format: 'jp2', decoders: [opj], ...what },
    { builder: 'jpeg2000', space: sRgb, planes: rgb, ...recipe },
  );
const refused = (name: string, recipe: Recipe): Variant => variant({ name, isRefused: true }, recipe);

/** A variant in both formats: in boxes, and as a bare codestream. */
const twice = (name: string, recipe: Recipe): readonly Variant[] => [
  variant({ name }, recipe),
  variant({ format: 'j2k', name }, { ...recipe, bare: true }),
];

const depths = [2, 4, 8, 10, 12, 16];
/** Options of opj_compress, by variant. */
const codings = {
  'order RLCP': ['-p', 'RLCP'],
  'order RPCL': ['-p', 'RPCL'],
  'order PCRL': ['-p', 'PCRL'],
  'order CPRL': ['-p', 'CPRL'],
  tiles: ['-t', '16,16', '-n', '3'],
  'tiles in parts': ['-t', '32,32', '-TP', 'R'],
  'tiles that begin before the picture': ['-t', '20,20', '-n', '3'],
  'markers of packets': ['-SOP', '-EPH'],
  'lossy, in layers': ['-I', '-r', '20,10,2'],
  'every mode of blocks': ['-M', '63'],
  'a region of interest': ['-ROI', 'c=0,U=5'],
  'one resolution': ['-n', '1'],
  'small precincts': ['-c', '[64,64],[32,32]'],
  'declared tile lengths': ['-PLT', '-TLM'],
};

/** JPEG 2000 files with different components, depth, sign, sampling, boxes, and coding. */
export const jpeg2000Variants: readonly Variant[] = [
  ...depths.flatMap((bits) => [
    ...twice(`color, ${bits} bits`, { bits }),
    ...(bits === 4 || bits === 12
      ? []
      : twice(`color and undeclared alpha, ${bits} bits`, { bits, planes: rgba })),
    ...(bits === 4 || bits === 12
      ? []
      : [
          variant(
            { name: `color and alpha, ${bits} bits` },
            { bits, planes: rgba, definitions: rgbaDefinitions },
          ),
        ]),
    variant({ name: `gray, ${bits} bits` }, { bits, space: gray, planes: ['red'] }),
    variant(
      { name: `gray and alpha, ${bits} bits` },
      { bits, space: gray, planes: ['red', 'alpha'], definitions: grayDefinitions },
    ),
  ]),
  ...twice('gray and undeclared alpha', { space: gray, planes: ['red', 'alpha'] }),
  ...[8, 12, 16].flatMap((bits) => twice(`color, ${bits} bits with a sign`, { bits, signed: true })),
  variant(
    { name: 'colors in another order' },
    {
      planes: ['blue', 'green', 'red', 'alpha'],
      definitions: [
        [0, 0, 3],
        [1, 0, 2],
        [2, 0, 1],
        [3, 1, 0],
      ],
    },
  ),
  ...[
    [3, sRgb],
    [4, sRgb],
    [1, gray],
  ].map(([palette, space]) =>
    variant({ name: `a palette of ${palette} columns` }, { planes: ['index'], palette, space }),
  ),
  variant(
    { name: 'a palette with declared transparency' },
    { planes: ['index'], palette: 4, definitions: rgbaDefinitions },
  ),
  ...Object.entries(codings).flatMap(([name, args]) => twice(name, { arguments: args })),
  ...['RGB', 'RGBA', 'L', 'LA'].flatMap((mode) =>
    [true, false].map((bare) =>
      byRecipe(
        { format: bare ? 'j2k' : 'jp2', name: `${mode} by Pillow`, decoders: [opj, 'Pillow', 'FFmpeg'] },
        { pillow: 'JPEG2000', mode, options: { no_jp2: bare } },
      ),
    ),
  ),
  byProgram({ format: 'jp2', name: 'a palette by FFmpeg', decoders: [opj, 'FFmpeg'] }, [
    'ffmpeg',
    '-v',
    'error',
    '-i',
    '{rgb.png}',
    '-pix_fmt',
    'pal8',
    '-c:v',
    'jpeg2000',
    '-f',
    'image2',
    '-update',
    '1',
    '{file}',
  ]),
  refused('CMYK', { space: 12, planes: rgba }),
  refused('CIELAB', { space: 14 }),
  refused('e-sRGB', { space: 20 }),
  refused('ROMM', { space: 21 }),
  refused('extended YCC', { space: 24 }),
  refused('alpha before the colors', {
    planes: ['alpha', ...rgb],
    definitions: [
      [0, 1, 0],
      [1, 0, 1],
      [2, 0, 2],
      [3, 0, 3],
    ],
  }),
  refused('a palette in another order', { planes: ['index'], palette: 3, columns: [2, 1, 0] }),
  refused('a picture away from the corner', { arguments: ['-d', '5,7'] }),
];

/** JPEG 2000 files with computed colors, which are rounded. */
export const computedJpeg2000Variants: readonly Variant[] = [
  variant(
    { name: 'colors multiplied by alpha', decoders: [drawnPicture] },
    { planes: rgba, multiplied: true, definitions: multipliedDefinitions },
  ),
  variant({ name: 'YCC' }, { space: sYcc, planes: ['luma', 'blueness', 'redness'] }),
  ...[
    [2, 1],
    [2, 2],
  ].map((step) =>
    variant(
      { name: `YCC, each color for ${step.join(' by ')}` },
      {
        space: sYcc,
        planes: ['luma', 'blueness', 'redness'],
        coarse: [[1, 1], step, step],
      },
    ),
  ),
  variant(
    { format: 'j2k', name: 'YCC, each color for 2 by 2' },
    {
      bare: true,
      planes: ['luma', 'blueness', 'redness'],
      coarse: [
        [1, 1],
        [2, 2],
        [2, 2],
      ],
    },
  ),
];
