export { convertWithFallback } from './convert.ts';
export { previewImage } from './preview.ts';
export { encodePart } from './trial.ts';
