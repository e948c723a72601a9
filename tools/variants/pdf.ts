import { drawingVariants } from './pdf/drawings.ts';
import { formVariants } from './pdf/forms.ts';
import { pageTreeVariants } from './pdf/pageTrees.ts';
import { scriptVariants } from './pdf/scripts.ts';
import { structureVariants } from './pdf/structures.ts';
import type { Variant } from './variant.ts';

/** PDFs for comparing text. */
export const pdfTextVariants: readonly Variant[] = [
  ...structureVariants,
  ...pageTreeVariants,
  ...formVariants,
  ...scriptVariants,
];

/** PDFs for comparing appearance. */
export const pdfDrawingVariants: readonly Variant[] = drawingVariants;
