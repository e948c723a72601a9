import { byRecipe } from './byRecipe.ts';
import type { Variant } from './variant.ts';

const runLength = 1;
const zipped = 2;
/** Pillow doesn't support this depth. */
const deepBits = 16;
const noMerged = [1057, '000000010000'];
const transparentIndex = [1047, '0003'];

type Recipe = Readonly<Record<string, unknown>>;
interface Mode {
  readonly mode: string;
  readonly channels: number;
  readonly bits: readonly number[];
  /** The programs that read it correctly: Pillow flips bitmaps and misreads Lab. */
  readonly decoders: readonly string[];
}

const modes: readonly Mode[] = [
  { mode: 'bitmap', channels: 1, bits: [1], decoders: ['FFmpeg', 'ImageMagick'] },
  { mode: 'gray', channels: 1, bits: [8, 16], decoders: ['Pillow', 'FFmpeg', 'ImageMagick'] },
  { mode: 'indexed', channels: 1, bits: [8], decoders: ['Pillow', 'FFmpeg'] },
  { mode: 'rgb', channels: 3, bits: [8, 16], decoders: ['Pillow', 'FFmpeg', 'ImageMagick'] },
  { mode: 'duotone', channels: 1, bits: [8], decoders: ['Pillow', 'FFmpeg', 'ImageMagick'] },
];

const photoshop = (what: Partial<Variant> & { readonly name: string }, recipe: Recipe): Variant =>
  byRecipe(
    { format: 'psd', ...what },
    { builder: 'photoshop', bits: 8, mode: 'rgb', channels: 3, ...recipe },
  );
const refused = (name: string, recipe: Recipe): Variant => photoshop({ name, isRefused: true }, recipe);

/** Photoshop files with different modes, depths, packings, sizes, and extra channels. */
export const photoshopVariants: readonly Variant[] = [
  ...modes.flatMap(({ mode, channels, bits, decoders }) =>
    bits.flatMap((each) =>
      [0, runLength].flatMap((packing) => {
        const name = `${mode}, ${each} bits${packing === runLength ? ', run-length' : ''}`;
        const recipe = { mode, channels, bits: each, packing };
        const able = each === deepBits ? decoders.filter((decoder) => decoder !== 'Pillow') : decoders;
        const large = decoders.filter((decoder) => decoder === 'ImageMagick');
        const psb = { format: 'psb', name, decoders: large };
        // No other program here reads large files with a palette.
        const others = large.length > 0 ? [photoshop(psb, { ...recipe, big: true })] : [];
        return [photoshop({ name, decoders: able }, recipe), ...others];
      }),
    ),
  ),
  // The channel after the colors is a selection, which Pillow and FFmpeg treat as transparency.
  photoshop({ name: 'a selection', decoders: ['ImageMagick'] }, { channels: 4 }),
  photoshop({ name: 'a selection beside layers', decoders: ['ImageMagick'] }, { channels: 4, layer: true }),
  refused('32 bits', { bits: 32 }),
  refused('gray, 32 bits', { bits: 32, mode: 'gray', channels: 1 }),
  refused('multichannel', { mode: 'multichannel' }),
  refused('Lab', { mode: 'lab' }),
  refused('Lab, 16 bits', { mode: 'lab', bits: 16 }),
  refused('gray, transparent', { mode: 'gray', channels: 2, transparent: true, layer: true }),
  refused('packed as a ZIP', { packing: zipped }),
  refused('no picture of all layers', { resources: [noMerged], layer: true }),
  refused('a transparent color of a palette', {
    mode: 'indexed',
    channels: 1,
    resources: [transparentIndex],
  }),
];

/** Files with transparency. The white background was removed from their colors, which are rounded. */
export const transparentPhotoshopVariants: readonly Variant[] = [8, 16].map((bits) =>
  photoshop(
    { name: `transparent, ${bits} bits`, decoders: ['ImageMagick'] },
    { bits, channels: 4, transparent: true, layer: true },
  ),
);
