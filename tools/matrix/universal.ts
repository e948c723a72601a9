import { type Row, rowName, rows } from './rows.ts';

/** What the universal package does in its own way: all that libvips does alone, and a few of what it prepares for others. */
export const universalRows: readonly Row[] = rows.filter(
  (row) =>
    ['image', 'imageCompression', 'svgCompression'].includes(row.engine) ||
    ['svg → ico', 'heic → jpg', 'webp → jxl', 'pdf → png'].includes(rowName(row)),
);
