import type { PageOrientation, PredefinedPageSize } from 'pdfmake/interfaces.js';
import type { DocumentOptions } from '../document/options.ts';

/** The paper, and what its margins leave. Lengths are points. */
export interface Sheet {
  readonly pageSize: PredefinedPageSize;
  readonly orientation: PageOrientation;
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

const pointsPerMillimetre = 72 / 25.4;
const defaultMargin = 20;
/** Width and height of each paper, as pdfmake has them. */
const papers = {
  A3: [841.89, 1190.55],
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  Letter: [612, 792],
  Legal: [612, 1008],
} as const;

export function sheetOf({
  pageSize = 'A4',
  orientation = 'portrait',
  margin = defaultMargin,
}: DocumentOptions): Sheet {
  const [short, long] = papers[pageSize];
  const side = margin * pointsPerMillimetre;
  const [width, height] = orientation === 'landscape' ? [long, short] : [short, long];
  return {
    pageSize: pageSize === 'Letter' ? 'LETTER' : pageSize === 'Legal' ? 'LEGAL' : pageSize,
    orientation,
    margin: side,
    width: width - 2 * side,
    height: height - 2 * side,
  };
}
