import { defaultPaper, papers, pointsPerMillimetre } from '../../lib/paper.ts';
import type { DocumentOptions } from '../documents.ts';

/** A page, with lengths in points. */
export interface Page {
  readonly size: readonly [width: number, height: number];
  readonly margin: number;
  /** The size of the area for the text, also if the margins leave none. */
  readonly width: number;
  readonly height: number;
}

/** Returns the page that the options describe. */
export function pageIn({
  pageSize = defaultPaper.pageSize,
  orientation = defaultPaper.orientation,
  margin: millimeters = defaultPaper.margin,
}: DocumentOptions): Page {
  const [short, long] = papers[pageSize];
  const [width, height] = orientation === 'landscape' ? [long, short] : [short, long];
  const margin = millimeters * pointsPerMillimetre;
  return {
    size: [width, height],
    margin,
    width: Math.max(width / 4, width - 2 * margin),
    height: Math.max(height / 4, height - 2 * margin),
  };
}
