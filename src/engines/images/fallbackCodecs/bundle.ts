export { convertWithFallback as convertByOthers } from './convert.ts';
export { previewImage } from './preview.ts';
export { encodePart as tryOnPart } from './trial.ts';
