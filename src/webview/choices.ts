import * as z from 'zod/mini';

const [leastScale, mostScale] = [1 / 32, 32];

/** The user's view settings of a picture tab. */
const choices = z.object({
  mode: z.enum(['slider', 'side', 'difference']),
  /** Physical pixels of the screen for each pixel of the picture. */
  zoom: z.union([z.literal('fit'), z.number().check(z.minimum(leastScale), z.maximum(mostScale))]),
  /** The start of the second picture, as a percentage of the width. */
  divider: z.number().check(z.minimum(0), z.maximum(100)),
  /** The brightness factor of differences. */
  gain: z.number().check(z.minimum(1), z.maximum(32)),
});

export type Choices = z.infer<typeof choices>;

const usual: Choices = { mode: 'slider', zoom: 'fit', divider: 50, gain: 8 };

/** The settings that VS Code kept for the tab, or the defaults. */
export function restored(kept: unknown): Choices {
  const parsed = choices.safeParse(kept);
  return parsed.success ? parsed.data : usual;
}

/** The nearest scale that pictures can be shown at. */
export function possibleScale(scale: number): number {
  return Math.min(mostScale, Math.max(leastScale, scale));
}
