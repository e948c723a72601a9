import path from 'node:path';
import { PythonWorker } from '../../test/support/pythonWorker.ts';
import type { Variant } from './variant.ts';
import { fileIn } from './written.ts';

const maker = new PythonWorker(path.join(import.meta.dirname, 'animations.py'));

interface Frame {
  readonly place?: readonly [left: number, top: number, width: number, height: number];
  /** The frame's disposal: it stays, its area is cleared, or the previous content is restored. */
  readonly dispose?: 0 | 1 | 2;
  /** True if the pixels below show through transparent ones. */
  readonly blend?: boolean;
  readonly cover?: 'all' | 'holes' | 'half';
  readonly ms?: number;
}

interface Recipe {
  readonly frames: readonly Frame[];
  /** Number of plays; 0 is infinite. */
  readonly plays?: number;
  readonly [field: string]: unknown;
}

function variant(format: string, name: string, recipe: Recipe): Variant {
  const what = { format, name };
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      await maker.ask({ format, file, recipe });
      return file;
    },
  };
}

const whole: Frame = {};
const corner: Frame = { place: [8, 6, 24, 18] };
const holes: Frame = { ...corner, cover: 'holes' };

/** All combinations of frame disposal and blending, which every format supports. */
const kinds: Readonly<Record<string, Recipe>> = {
  'whole frames': { frames: [whole, whole, whole] },
  'parts that stay': { frames: [whole, corner, { place: [0, 0, 14, 14] }] },
  'holes that stay': { frames: [whole, holes, { ...holes, place: [4, 4, 24, 18] }] },
  'parts that are cleared': { frames: [whole, { ...holes, dispose: 1 }, { place: [0, 0, 14, 14] }] },
  'a first frame that is cleared': { frames: [{ dispose: 1 }, holes, corner] },
  'different durations': { frames: [{ ms: 40 }, { ms: 250 }, { ms: 1000 }], plays: 0 },
  'no durations': { frames: [{ ms: 0 }, { ms: 0 }], plays: 0 },
  'shown once': { frames: [whole, whole], plays: 1 },
  'shown three times': { frames: [whole, whole], plays: 3 },
  'a first frame with holes': { frames: [{ cover: 'holes' }, whole, { cover: 'holes' }] },
};
const restored: Readonly<Record<string, Recipe>> = {
  'parts that restore the previous content': {
    frames: [whole, { ...holes, dispose: 2 }, { place: [0, 0, 14, 14], dispose: 2 }, corner],
  },
};
const mixed: Readonly<Record<string, Recipe>> = {
  'half-transparent parts that blend': { frames: [whole, { ...corner, cover: 'half' }] },
  'half-transparent parts that replace': { frames: [whole, { ...corner, cover: 'half', blend: false }] },
  'holes that replace': { frames: [whole, { ...holes, blend: false }, corner] },
};
const ofPng: Readonly<Record<string, Recipe>> = {
  'a separate still picture': { frames: [whole, holes], hidden: true },
  'durations in hundredths': { frames: [{ ms: 40 }, { ms: 250 }], denominator: 100 },
  'durations without a denominator': { frames: [{ ms: 40 }, { ms: 250 }], denominator: 0 },
};

const named = (format: string, ...all: readonly Readonly<Record<string, Recipe>>[]): Variant[] =>
  all.flatMap((recipes) => Object.entries(recipes).map(([name, recipe]) => variant(format, name, recipe)));

/** Animations in which a pixel is opaque or transparent. */
export const animationVariants: readonly Variant[] = [
  ...named('apng', kinds, restored, ofPng),
  ...named('gif', kinds, restored),
  variant('gif', 'interlaced', { frames: [whole, holes], interlaced: true, plays: 0 }),
  ...named('webp', kinds),
  variant('jxl', 'whole frames', { frames: [whole, { ms: 250 }, whole], plays: 0 }),
  variant('jxl', 'parts', { frames: [whole, holes, corner], plays: 0 }),
  variant('avif', 'whole frames', { frames: [whole, { ms: 250 }, whole, { ms: 40 }, whole] }),
  variant('avif', 'independent frames', { frames: [whole, whole, whole], more: ['--keyframe', '1'] }),
  variant('avif', 'holes', {
    frames: [{ cover: 'holes' }, whole, { ...corner, cover: 'holes', blend: false }],
  }),
  variant('png', 'an animation under the name of a PNG', { frames: [whole, holes], plays: 0 }),
];

/** Animations with partly transparent pixels, or pixels that clear the content below. */
export const mixedAnimationVariants: readonly Variant[] = [...named('apng', mixed), ...named('webp', mixed)];
