/** The engines that share the library which reads and writes documents: it is large, and so is in one bundle only. */
export { convertDocument } from './documents/convert.ts';
export { convertNotebook } from './notebooks/convert.ts';
export { reflowPdf } from './pdf/structure/convert.ts';
export { printDocument } from './documents/print/convert.ts';
