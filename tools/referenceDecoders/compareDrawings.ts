import type { DecoderComparison } from './referenceDecoder.ts';
import type { Pixels } from './pam.ts';

const blockPixels = 8;
/** The levels (of 255) by which a block may differ if one program draws an edge half a pixel away from the other. */
const maxEdgeLevels = 48;
/** The share of blocks that may differ by more, because of fine lines close together. */
const maxOtherBlocks = 0.02;

/**
 * Compares two renderings of the same lines and areas. Programs smooth edges and typeset text differently, so the means
 * of blocks are compared. If a shape is missing or has another color, whole blocks differ.
 */
export const compareDrawings: DecoderComparison<Pixels> = (ours, theirs) => {
  const [size, otherSize] = [ours, theirs].map(({ width, height }) => `${width} × ${height}`);
  if (size !== otherSize) return `${size} pixels, not ${otherSize}`;
  const [means, otherMeans] = [blockMeans(ours), blockMeans(theirs)];
  const others = means.filter((mean, block) =>
    mean.some((level, channel) => Math.abs(level - (otherMeans[block]?.[channel] ?? 0)) > maxEdgeLevels),
  );
  if (others.length <= Math.max(1, maxOtherBlocks * means.length)) return undefined;
  return `${others.length} of ${means.length} blocks look different`;
};

/** The mean red, green, blue, and alpha of each block, with visible colors only, from 0 to 255. */
function blockMeans({ width, height, rgba, max }: Pixels): number[][] {
  const columns = Math.ceil(width / blockPixels);
  const blocks = Array.from({ length: columns * Math.ceil(height / blockPixels) }, () => [0, 0, 0, 0, 0]);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const block =
      blocks[
        Math.floor(Math.floor(pixel / width) / blockPixels) * columns +
          Math.floor((pixel % width) / blockPixels)
      ];
    if (block === undefined) continue;
    const alpha = (rgba[pixel * 4 + 3] ?? 0) / max;
    for (let channel = 0; channel < 3; channel += 1) {
      block[channel] = (block[channel] ?? 0) + (255 * alpha * (rgba[pixel * 4 + channel] ?? 0)) / max;
    }
    block[3] = (block[3] ?? 0) + 255 * alpha;
    block[4] = (block[4] ?? 0) + 1;
  }
  return blocks.map(([red = 0, green = 0, blue = 0, alpha = 0, count = 1]) =>
    [red, green, blue, alpha].map((sum) => sum / count),
  );
}
