/** Two engines in one bundle, for the library that writes documents is large. */
export { convertDocument } from './convert.ts';
export { convertProse } from '../pdf/prose/convert.ts';
