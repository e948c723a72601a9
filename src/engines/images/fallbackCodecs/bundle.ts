export { convertWithFallback as convertByOthers } from './convert.ts';
export { previewImage } from './preview.ts';
export { tryOnPart } from './trial.ts';
