/** A single picture of an animation, as a complete file. */
export interface Still {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** True if the existing content shows through transparent pixels. */
  readonly blends: boolean;
  /** The treatment of its area before the next frame. */
  readonly disposal: 'keep' | 'clear' | 'restore';
  readonly file: () => Buffer;
}

/** An animation as its file describes it. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  /** @throws RangeError if the file ends too soon */
  readonly stills: Iterable<Still>;
}

/** Opening a still takes as long as decoding this many pixels. */
const leastPixels = 20_000;

/**
 * The stills of an animation, or `undefined` if drawing them takes more pixels than this.
 * @throws RangeError
 */
export function upTo(maxPixels: number, { width, height, stills }: Animation): Still[] | undefined {
  const passed: Still[] = [];
  let pixels = 0;
  for (const still of stills) {
    pixels += Math.max(width * height, still.width * still.height, leastPixels);
    if (pixels > maxPixels) return undefined;
    passed.push(still);
  }
  return passed;
}
