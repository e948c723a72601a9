import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

const cat = sample('cat.png');
const small = ['-resize', '61x43!', '-strip'];
const opaque = ['-background', 'gold', '-alpha', 'remove', '-alpha', 'off'];

/** The kinds of pictures: color or gray, with transparency or without. */
const contents: Readonly<Record<string, readonly string[]>> = {
  'transparent colors': [],
  'transparent greys': ['-colorspace', 'gray'],
  colors: opaque,
  greys: [...opaque, '-colorspace', 'gray'],
};

function by(format: string, name: string, args: readonly string[], decoders?: readonly string[]): Variant {
  return byImageMagick({ format, name, ...(decoders && { decoders }) }, [cat, ...small, ...args]);
}

const inDepths = (format: string, content: string, ...others: readonly string[]): Variant[] =>
  [1, 2, 4, 8, 10, 12, 16].map((depth) =>
    by(format, [content, `${depth} bits`, ...(others.length > 0 ? ['text'] : [])].join(', '), [
      ...(contents[content] ?? []),
      '-depth',
      String(depth),
      ...others,
    ]),
  );

const all = Object.keys(contents);

/** PBM, PGM, PPM, and PAM files that use all levels of their bit depths. */
export const pnmVariants: readonly Variant[] = [
  ...['pgm', 'ppm'].flatMap((format) => {
    const content = format === 'pgm' ? 'greys' : 'colors';
    return [...inDepths(format, content), ...inDepths(format, content, '-compress', 'none')];
  }),
  ...all.flatMap((content) =>
    [8, 16].map((depth) =>
      by('pam', `${content}, ${depth} bits`, [...(contents[content] ?? []), '-depth', String(depth)]),
    ),
  ),
  by('pbm', 'ink', [...opaque, '-monochrome']),
  by('pbm', 'ink, text', [...opaque, '-monochrome', '-compress', 'none']),
];

/** SGI files with different content, depth, and compression. */
export const sgiVariants: readonly Variant[] = all.flatMap((content) =>
  [8, 16].flatMap((depth) =>
    ['none', 'rle'].map((compression): Variant => ({
      ...by('sgi', `${content}, ${depth} bits, ${compression}`, [
        ...(contents[content] ?? []),
        '-depth',
        String(depth),
        '-compress',
        compression,
      ]),
      ...(depth === 16 && content.endsWith('greys') ? { isRefused: true } : {}),
    })),
  ),
);
