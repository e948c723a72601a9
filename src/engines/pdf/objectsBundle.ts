/** What edits the objects of PDFs. It is one bundle, because the library for them is larger than all that needs it. */
export { combinePdf } from './combine.ts';
export { compressPdf } from './compression/compress.ts';
export { repair } from './repair.ts';
