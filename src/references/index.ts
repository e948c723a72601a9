// The code for updating references, which is loaded on demand. Only the worker (`workerMain.ts`) loads the parsers.

export { reversalsOf } from './reversals.ts';
export { drawingSize } from './elements.ts';
export { relativePath } from './paths.ts';
export { ReferenceReader } from './referenceReader.ts';
export {
  cssUrl,
  dataUri,
  iconLinks,
  imageElement,
  imageElementSnippet,
  markdownImage,
  markdownImageSnippet,
  pictureElement,
  responsiveImageElement,
} from './snippets.ts';
