import type { DecoderComparison } from './referenceDecoder.ts';

/** An image as another decoder sees it: red, green, blue, and alpha of each pixel, row by row from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

interface Tolerance {
  /** The side of the squares whose means are compared. */
  readonly side: number;
  /** The number of levels, of 255, by which a mean may differ. */
  readonly levels: number;
  /** The share of squares that may differ by more. */
  readonly others: number;
}

/**
 * Compares two images in a lossless format. Decoders only round differently, colors and alpha by a level each, if they
 * expand or reduce other depths to 8 bits.
 */
export const comparePixels = comparison({ side: 1, levels: 2, others: 0 });

/** Compares two images in a lossy format, whose decoders round and upsample colors differently. */
export const compareLossyPixels = comparison({ side: 8, levels: 12, others: 0 });

/**
 * Compares two renderings of the same lines and areas. Programs smooth edges and typeset text differently. If a shape is
 * missing or has another color, whole squares differ.
 */
export const compareDrawings = comparison({ side: 8, levels: 48, others: 0.02 });

function comparison({ side, levels, others }: Tolerance): DecoderComparison<Pixels> {
  return (ours, theirs) => {
    const [size, otherSize] = [ours, theirs].map(({ width, height }) => `${width} × ${height}`);
    if (size !== otherSize) return `${size} pixels, not ${otherSize}`;
    const differences = meanDifferences(ours, theirs, side);
    const squares = differences.length / 4;
    const wrong = new Set<number>();
    for (const [at, difference] of differences.entries())
      if (Math.abs(difference) > levels) wrong.add(Math.floor(at / 4));
    if (wrong.size <= others * squares) return undefined;
    const worst = differences.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    return `${wrong.size} of ${squares} squares differ, by up to ${worst.toFixed(0)} levels`;
  };
}

/** The mean differences of the squares in each channel. Colors count as much as they are visible. */
function meanDifferences(ours: Pixels, theirs: Pixels, side: number): Float32Array {
  const { width, height } = ours;
  const columns = Math.ceil(width / side);
  const means = new Float32Array(columns * Math.ceil(height / side) * 4);
  const shown = ({ rgba }: Pixels, at: number): number =>
    at % 4 === 3 ? (rgba[at] ?? 0) : ((rgba[at] ?? 0) * (rgba[at | 3] ?? 0)) / 255;
  for (let at = 0; at < width * height * 4; at += 1) {
    const pixel = Math.floor(at / 4);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const area = Math.min(side, width - column * side) * Math.min(side, height - row * side);
    const square = (row * columns + column) * 4 + (at % 4);
    means[square] = (means[square] ?? 0) + (shown(ours, at) - shown(theirs, at)) / area;
  }
  return means;
}
