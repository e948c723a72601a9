import type { PageOrientation, PredefinedPageSize } from 'pdfmake/interfaces.js';
import { defaultPaper, papers, pointsPerMillimetre } from '../../lib/paper.ts';
import type { DocumentOptions } from '../options.ts';

/** The paper, and its size without the margins. Lengths are in points. */
export interface Sheet {
  readonly pageSize: PredefinedPageSize;
  readonly orientation: PageOrientation;
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

export function sheetOf({
  pageSize = defaultPaper.pageSize,
  orientation = defaultPaper.orientation,
  margin = defaultPaper.margin,
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
