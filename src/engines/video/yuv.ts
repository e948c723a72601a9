export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The weights of red, green, and blue, multiplied by 65536 (ITU-R BT.601, in the range from 16 to 235). */
const luma = [16_829, 33_039, 6416] as const;
const blueness = [-9714, -19_070, 28_784] as const;
const redness = [28_784, -24_103, -4681] as const;
const [lumaStart, chromaStart] = [16, 128];

/** Rounds width and height up to even numbers. */
export function evenSize({ width, height }: FrameSize): FrameSize {
  return { width: width + (width % 2), height: height + (height % 2) };
}

/**
 * Converts a frame to luma and chroma planes, with one color for four pixels, as encoders expect. Padding to even sides
 * repeats the neighboring pixels.
 */
export function yuvOf(rgba: Uint8Array, size: FrameSize): Uint8Array {
  const { width, height } = evenSize(size);
  const area = width * height;
  const yuv = new Uint8Array((area * 3) / 2);
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const x = left + (corner & 1);
        const y = top + (corner >> 1);
        const from = 4 * (Math.min(y, size.height - 1) * size.width + Math.min(x, size.width - 1));
        const r = rgba[from] ?? 0;
        const g = rgba[from + 1] ?? 0;
        const b = rgba[from + 2] ?? 0;
        yuv[y * width + x] = lumaStart + ((luma[0] * r + luma[1] * g + luma[2] * b + 0x8000) >> 16);
        red += r;
        green += g;
        blue += b;
      }
      const at = area + (top * width) / 4 + left / 2;
      yuv[at] = chroma(blueness, red, green, blue);
      yuv[at + area / 4] = chroma(redness, red, green, blue);
    }
  }
  return yuv;
}

/** Computes a chroma value from the sums of four pixels. */
function chroma(
  weights: readonly [number, number, number],
  red: number,
  green: number,
  blue: number,
): number {
  return chromaStart + ((weights[0] * red + weights[1] * green + weights[2] * blue + 0x2_0000) >> 18);
}
