import { posix } from 'node:path';
import { encodedPath } from './paths.ts';

/** How large a picture is shown, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture to be referred to. */
export interface Picture {
  /** From where the reference will stand, or absolute. */
  readonly path: string;
  /** Left out where nobody knows it. */
  readonly size?: PictureSize | undefined;
}

/** Another format of a picture, for browsers that know it. */
export interface Alternative {
  readonly path: string;
  readonly mediaType: string;
}

/** A picture in Markdown. */
export function markdownImage({ path }: Picture): string {
  return `![${alternativeText(path).replaceAll(/[\\[\]`*_<&]/g, String.raw`\$&`)}](${encodedPath(path)})`;
}

/** A picture in HTML, which keeps its place while it is loaded. */
export function imageElement({ path, size }: Picture): string {
  const sizes = size === undefined ? '' : ` width="${size.width}" height="${size.height}"`;
  return `<img src="${encodedPath(path)}" alt="${attribute(alternativeText(path))}"${sizes}>`;
}

/** A picture in HTML in several formats, of which a browser takes the first that it knows. */
export function pictureElement(picture: Picture, alternatives: readonly Alternative[]): string {
  const sources = alternatives.map(
    ({ path, mediaType }) => `  <source srcset="${encodedPath(path)}" type="${attribute(mediaType)}">`,
  );
  return ['<picture>', ...sources, `  ${imageElement(picture)}`, '</picture>'].join('\n');
}

/** A picture in CSS. */
export function cssUrl({ path }: Picture): string {
  return `url("${encodedPath(path)}")`;
}

/** A file as an address that holds all of it. */
export function dataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** What stands for a picture as long as nobody says it better: the words of its name. */
function alternativeText(path: string): string {
  return posix
    .parse(path)
    .name.replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
