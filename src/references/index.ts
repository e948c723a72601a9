// What is loaded where references are updated or written, and not before. The parsers are in the worker alone (workerMain.ts).

export { reversalsOf } from './applied.ts';
export { drawingSize } from './markup/drawingSize.ts';
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
