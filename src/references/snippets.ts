import { posix } from 'node:path';
import { encodedPath } from './paths.ts';

/** The size at which a picture is displayed, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface SnippetPicture {
  /** Absolute, or relative to the file that contains the snippet. */
  readonly path: string;
  /** The displayed size, if known. */
  readonly size?: PictureSize | undefined;
}

/** The picture in another format, for browsers that support it. */
export interface Alternative {
  readonly path: string;
  readonly mediaType: string;
}

/** Returns Markdown that shows a picture. */
export function markdownImage({ path }: SnippetPicture): string {
  return `![${markdownText(alternativeText(path))}](${encodedPath(path)})`;
}

/** A VS Code snippet with Markdown that shows a picture. Its alternative text is the given tab stop. */
export function markdownImageSnippet({ path }: SnippetPicture, tabStop: number): string {
  const alternative = snippetText(markdownText(alternativeText(path)));
  return `![\${${tabStop}:${alternative}}](${snippetText(encodedPath(path))})`;
}

/** HTML that shows a picture, and reserves its space while it loads. */
export function imageElement({ path, size }: SnippetPicture): string {
  return `<img src="${encodedPath(path)}" alt="${attribute(alternativeText(path))}"${sizeAttributes(size)}>`;
}

/** A VS Code snippet with HTML that shows a picture. Its alternative text is the given tab stop. */
export function imageElementSnippet({ path, size }: SnippetPicture, tabStop: number): string {
  const alternative = snippetText(attribute(alternativeText(path)));
  return `<img src="${snippetText(encodedPath(path))}" alt="\${${tabStop}:${alternative}}"${sizeAttributes(size)}>`;
}

/** HTML that shows a picture in several formats. A browser uses the first one that it supports. */
export function pictureElement(picture: SnippetPicture, alternatives: readonly Alternative[]): string {
  const sources = alternatives.map(
    ({ path, mediaType }) => `  <source srcset="${encodedPath(path)}" type="${attribute(mediaType)}">`,
  );
  return ['<picture>', ...sources, `  ${imageElement(picture)}`, '</picture>'].join('\n');
}

/**
 * HTML that shows a picture in several widths. A browser picks one for its window. `undefined` if no size is known.
 * @param source the original picture, whose name becomes the alternative text
 */
export function responsiveImageElement(
  source: string,
  pictures: readonly SnippetPicture[],
): string | undefined {
  const sized = pictures.flatMap(({ path, size }) => (size === undefined ? [] : { path, size }));
  const ascending = sized.toSorted((a, b) => a.size.width - b.size.width);
  const widest = ascending.at(-1);
  if (widest === undefined) return undefined;
  const srcset = ascending.map(({ path, size }) => `${encodedPath(path)} ${size.width}w`).join(', ');
  const sizes = `(max-width: ${widest.size.width}px) 100vw, ${widest.size.width}px`;
  const alternative = attribute(alternativeText(source));
  const src = encodedPath(widest.path);
  return `<img srcset="${srcset}" sizes="${sizes}" src="${src}" alt="${alternative}"${sizeAttributes(widest.size)}>`;
}

/** Paths of a site's icon files. The manifest lists Android's home screen icons. */
export interface SiteIcons {
  readonly ico: string;
  readonly svg?: string | undefined;
  readonly appleTouch?: string | undefined;
  readonly manifest?: string | undefined;
}

/** HTML elements that link a page to the icons of its site. */
export function iconLinks({ ico, svg, appleTouch, manifest }: SiteIcons): string {
  // Without `sizes`, Chrome prefers the ICO to the SVG.
  const links = [
    `rel="icon" href="${encodedPath(ico)}"${svg === undefined ? '' : ' sizes="32x32"'}`,
    svg && `rel="icon" href="${encodedPath(svg)}" type="image/svg+xml"`,
    appleTouch && `rel="apple-touch-icon" href="${encodedPath(appleTouch)}"`,
    manifest && `rel="manifest" href="${encodedPath(manifest)}"`,
  ];
  return links.flatMap((link) => (link === undefined ? [] : `<link ${link}>`)).join('\n');
}

/** CSS that refers to a picture. */
export function cssUrl({ path }: SnippetPicture): string {
  return `url("${encodedPath(path)}")`;
}

/** A data URI with a file's content. */
export function dataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Default alternative text for a picture: the words in its file name. */
function alternativeText(path: string): string {
  return posix
    .parse(path)
    .name.replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

function sizeAttributes(size: PictureSize | undefined): string {
  return size === undefined ? '' : ` width="${size.width}" height="${size.height}"`;
}

function markdownText(text: string): string {
  return text.replaceAll(/[\\[\]`*_<&]/g, String.raw`\$&`);
}

/** Escapes characters that are special in a snippet. */
function snippetText(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
