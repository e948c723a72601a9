// What is loaded where references are updated or written, and not before: parsers of all these languages.

export { reversalsOf } from './applied.ts';
export { IgnoreFiles } from './ignoreFiles.ts';
export { drawingSize } from './markup/drawingSize.ts';
export { relativePath } from './paths.ts';
export { mayRefer, referencesIn } from './references.ts';
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
