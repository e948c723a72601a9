/**
 * Engines that share the library for reading and writing documents. They are in one bundle, because the library is
 * large.
 */
export { convertDocument } from './documents/convert.ts';
export { convertNotebook } from './notebooks/convert.ts';
export { reflowPdf } from './pdf/structure/convert.ts';
export { printDocument } from './documents/convert.ts';
