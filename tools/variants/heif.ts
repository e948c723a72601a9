import { byProgram } from './byRecipe.ts';
import type { Variant } from './variant.ts';

const own = 'the format’s own program';
/** Debian's libheif, used through `heif-convert`. */
const libheif = 'libheif';
type What = Partial<Variant> & { readonly name: string };

/** ImageMagick and FFmpeg misread alpha, ten bits, and rotations, so avifdec is the reference. */
const avifenc = (what: What, source: string, ...options: readonly string[]): Variant =>
  byProgram({ format: 'avif', decoders: [own], ...what }, [
    'avifenc',
    '-s',
    '10',
    ...options,
    source,
    '{file}',
  ]);
const heifEnc = (what: What, source: string, ...options: readonly string[]): Variant =>
  byProgram({ format: 'heic', decoders: [own], ...what }, ['heif-enc', ...options, source, '-o', '{file}']);
const refused = (name: string): What => ({ name, isRefused: true });

const good = ['--min', '4', '--max', '8'];
const depths = ['8', '10', '12'];
/** Primaries, transfer function, and matrix by the numbers of ITU-T H.273. */
const codings = ['1/13/1', '1/13/4', '1/13/5', '1/13/6', '1/13/9', '1/1/1', '2/2/2'];

/** AVIF files with different sampling, depth, range, matrix, alpha, and display transformation. */
export const avifVariants: readonly Variant[] = [
  ...['444', '422', '420', '400'].flatMap((sampling) =>
    depths.flatMap((depth) =>
      ['full', 'limited'].map((range) => {
        const name = `${sampling}, ${depth} bits, ${range} range`;
        const options = ['-y', sampling, '-d', depth, '-r', range, ...good];
        const isUnread = sampling === '400' && depth !== '8' && range === 'limited';
        return avifenc(isUnread ? refused(name) : { name }, '{rgb.png}', ...options);
      }),
    ),
  ),
  ...depths.flatMap((depth) => [
    avifenc({ name: `alpha, ${depth} bits` }, '{rgba.png}', '-d', depth, ...good),
    avifenc(refused(`multiplied by alpha, ${depth} bits`), '{rgba.png}', '-d', depth, '-p'),
    avifenc({ name: `lossless, ${depth} bits` }, '{rgb16.png}', '-l', '-d', depth),
  ]),
  avifenc({ name: 'lossless, alpha' }, '{rgba.png}', '-l'),
  ...codings.map((coding) =>
    avifenc({ name: `coded as ${coding}` }, '{rgb.png}', '-y', '444', '--cicp', coding, ...good),
  ),
  ...['9/16/9', '9/18/9'].map((coding) =>
    avifenc(refused(`high dynamic range, ${coding}`), '{rgb16.png}', '-d', '10', '--cicp', coding),
  ),
  ...['12/13/6', '9/14/9', '1/8/1'].map((coding) =>
    avifenc(refused(`beyond sRGB, ${coding}`), '{rgb16.png}', '-y', '444', '--cicp', coding),
  ),
  // avifdec ignores the transformation of these pictures.
  ...['0', '1', '2', '3'].map((quarters) =>
    avifenc(
      { name: `rotated by ${quarters} quarters`, decoders: [libheif] },
      '{rgb.png}',
      '--irot',
      quarters,
      ...good,
    ),
  ),
  ...['0', '1'].map((axis) =>
    avifenc({ name: `mirrored by ${axis}`, decoders: [libheif] }, '{rgb.png}', '--imir', axis, ...good),
  ),
  ...['3', '6', '8'].map((orientation) =>
    avifenc({ name: `orientation ${orientation}`, decoders: [libheif] }, `{orientation-${orientation}.jpg}`),
  ),
  avifenc(
    { name: 'cropped', decoders: [libheif] },
    '{rgb.png}',
    '--clap',
    '40,1,30,1,2,1,-2,1',
    '-y',
    '444',
    ...good,
  ),
  byProgram({ format: 'avif', name: 'a grid', decoders: [own] }, [
    'avifenc',
    ...good,
    '--grid',
    '2x2',
    ...[0, 1, 2, 3].map((frame) => `{frame-${frame}.png}`),
    '{file}',
  ]),
  byProgram({ format: 'avif', name: 'the first frame of an animation', decoders: [own] }, [
    'avifenc',
    '-s',
    '10',
    ...good,
    '{frame-0.png}',
    '{frame-1.png}',
    '{file}',
  ]),
];

/** HEIC files with different sampling, depth, alpha, and other options of heif-enc. */
export const heicVariants: readonly Variant[] = [
  ...['444', '422', '420'].flatMap((sampling) => [
    heifEnc({ name: `${sampling}, 8 bits` }, '{rgb.png}', '-q', '95', '-p', `chroma=${sampling}`),
    ...['10', '12'].map((depth) =>
      heifEnc(
        { name: `${sampling}, ${depth} bits` },
        '{rgb16.png}',
        '-q',
        '95',
        '-b',
        depth,
        '-p',
        `chroma=${sampling}`,
      ),
    ),
  ]),
  heifEnc({ name: 'alpha' }, '{rgba.png}', '-q', '95'),
  heifEnc({ name: 'gray' }, '{gray.png}', '-q', '95'),
  heifEnc({ name: 'gray and alpha' }, '{grayAlpha.png}', '-q', '95'),
  heifEnc({ name: 'lossless' }, '{rgb.png}', '-L', '-p', 'chroma=444', '--matrix_coefficients=0'),
  heifEnc({ name: 'limited range' }, '{rgb.png}', '-q', '95', '--full_range_flag=0'),
  heifEnc({ name: 'a preview' }, '{rgb.png}', '-q', '95', '-t', '32'),
  heifEnc(refused('multiplied by alpha'), '{rgba.png}', '-q', '95', '--premultiplied-alpha'),
];
