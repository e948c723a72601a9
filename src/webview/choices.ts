import * as z from 'zod/mini';

const [minScale, maxScale] = [1 / 32, 32];

/** The user's view settings in a picture tab. */
const choices = z.object({
  mode: z.enum(['slider', 'side', 'difference']),
  /** The zoom: physical pixels of the screen per pixel of the picture. */
  zoom: z.union([z.literal('fit'), z.number().check(z.minimum(minScale), z.maximum(maxScale))]),
  /** The left edge of the second picture, as a percentage of the width. */
  divider: z.number().check(z.minimum(0), z.maximum(100)),
  /** The factor by which differences are brightened. */
  gain: z.number().check(z.minimum(1), z.maximum(32)),
});

export type Choices = z.infer<typeof choices>;

const usual: Choices = { mode: 'slider', zoom: 'fit', divider: 50, gain: 8 };

/** The view settings that VS Code saved for the tab, or the defaults. */
export function restored(kept: unknown): Choices {
  const parsed = choices.safeParse(kept);
  return parsed.success ? parsed.data : usual;
}

/** The possible zoom that is nearest to a scale. */
export function possibleScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}
