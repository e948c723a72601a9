/** A single picture of an animation. */
export interface Still {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** True if transparent pixels show the canvas behind them, false if they replace it. */
  readonly blends: boolean;
  /** Determines what happens to the still's area before the next one is drawn. */
  readonly disposal: 'keep' | 'clear' | 'restore';
  readonly file: () => Buffer;
}

/** An animation as its file describes it, before its frames are drawn. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  /** Iterating throws a RangeError if the file ends too soon. */
  readonly stills: Iterable<Still>;
}

/** Opening a still, however small, takes as long as decoding this many pixels. */
const minPixels = 20_000;

/**
 * Returns the stills of an animation, or `undefined` if drawing them would take more than `maxPixels`.
 * @throws RangeError if the file ends too soon
 */
export function stillsWithin(maxPixels: number, { width, height, stills }: Animation): Still[] | undefined {
  const passed: Still[] = [];
  let pixels = 0;
  for (const still of stills) {
    pixels += Math.max(width * height, still.width * still.height, minPixels);
    if (pixels > maxPixels) return undefined;
    passed.push(still);
  }
  return passed;
}
