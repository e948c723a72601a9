/** What parses SVGs. It is a bundle of its own, because the parsers are larger than the engines that need them. */
export { readableDrawing } from './readableDrawing.ts';
export { svgTraits } from './svgTraits.ts';
