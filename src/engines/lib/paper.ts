import * as z from 'zod/mini';
import { option } from '../api/options.ts';

export const pointsPerInch = 72;
export const pointsPerMillimetre = pointsPerInch / 25.4;

/** Width and height of paper in points, in portrait orientation. */
export const papers = {
  A3: [841.89, 1190.55],
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  Letter: [612, 792],
  Legal: [612, 1008],
} as const;

/** Default paper of documents. The margin is in millimeters. */
export const defaultPaper = { pageSize: 'A4', orientation: 'portrait', margin: 25 } as const;

const pageSize = z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal']);
const orientation = z.enum(['portrait', 'landscape']);
const margin = z.number().check(z.minimum(0), z.maximum(100));

const about = {
  pageSize: { description: 'Paper size of the pages' },
  orientation: { description: 'Orientation of the paper' },
  margin: { description: 'Margin on every side of a page' },
} as const;

/** Options for documents with pages. */
export const paperOptions = {
  pageSize: option(pageSize, { ...about.pageSize, default: defaultPaper.pageSize }),
  orientation: option(orientation, { ...about.orientation, default: defaultPaper.orientation }),
  margin: option(margin, { ...about.margin, default: defaultPaper.margin }),
};

/** Options for pages that contain a picture. By default, the page has the size of the picture. */
export const picturePaperOptions = {
  pageSize: option(pageSize, { ...about.pageSize, unset: 'Size of the image' }),
  orientation: option(orientation, { ...about.orientation, unset: 'Orientation of the image' }),
  margin: option(margin, { ...about.margin, default: 0 }),
};
