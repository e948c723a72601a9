/** Engines in one bundle, for the library that writes documents is large. */
export { convertDocument, printDocument } from './convert.ts';
export { convertProse } from '../pdf/prose/convert.ts';
