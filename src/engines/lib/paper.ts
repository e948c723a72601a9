import * as z from 'zod/mini';

export const pointsPerInch = 72;
export const pointsPerMillimetre = pointsPerInch / 25.4;

/** Width and height of each paper in points, upright. */
export const papers = {
  A3: [841.89, 1190.55],
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  Letter: [612, 792],
  Legal: [612, 1008],
} as const;

/** The options of a target that has pages. */
export const paperOptions = {
  pageSize: z.optional(z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal'])),
  orientation: z.optional(z.enum(['portrait', 'landscape'])),
  /** On every side, in millimetres. */
  margin: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
};
