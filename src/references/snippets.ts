import { posix } from 'node:path';
import { encodedPath } from './paths.ts';

/** The displayed size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture to be referred to. */
export interface SnippetPicture {
  /** Relative to the place of the reference, or absolute. */
  readonly path: string;
  /** Omitted if unknown. */
  readonly size?: PictureSize | undefined;
}

/** Another format of a picture, for browsers that support it. */
export interface Alternative {
  readonly path: string;
  readonly mediaType: string;
}

/** A picture in Markdown. */
export function markdownImage({ path }: SnippetPicture): string {
  return `![${markdownText(alternativeText(path))}](${encodedPath(path)})`;
}

/** The same as a VS Code snippet, with the alternative text as this tab stop. */
export function markdownImageSnippet({ path }: SnippetPicture, tabStop: number): string {
  const alternative = snippetText(markdownText(alternativeText(path)));
  return `![\${${tabStop}:${alternative}}](${snippetText(encodedPath(path))})`;
}

/** A picture in HTML that reserves its space while it loads. */
export function imageElement({ path, size }: SnippetPicture): string {
  return `<img src="${encodedPath(path)}" alt="${attribute(alternativeText(path))}"${sizeAttributes(size)}>`;
}

/** The same as a VS Code snippet, with the alternative text as this tab stop. */
export function imageElementSnippet({ path, size }: SnippetPicture, tabStop: number): string {
  const alternative = snippetText(attribute(alternativeText(path)));
  return `<img src="${snippetText(encodedPath(path))}" alt="\${${tabStop}:${alternative}}"${sizeAttributes(size)}>`;
}

/** A picture in HTML in several formats; a browser uses the first one that it supports. */
export function pictureElement(picture: SnippetPicture, alternatives: readonly Alternative[]): string {
  const sources = alternatives.map(
    ({ path, mediaType }) => `  <source srcset="${encodedPath(path)}" type="${attribute(mediaType)}">`,
  );
  return ['<picture>', ...sources, `  ${imageElement(picture)}`, '</picture>'].join('\n');
}

/**
 * A picture in HTML in several widths; a browser picks one for its window. `undefined` if no size is known.
 *
 * @param source the original picture, whose name provides the alternative text
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

/** A site's icon files, by path; Android's home screen icons are in the manifest. */
export interface SiteIcons {
  readonly ico: string;
  readonly svg?: string | undefined;
  readonly appleTouch?: string | undefined;
  readonly manifest?: string | undefined;
}

/** The elements for the head of a page that name the icons of its site. */
export function iconLinks({ ico, svg, appleTouch, manifest }: SiteIcons): string {
  // Without a size, Chrome prefers the ICO to the SVG.
  const links = [
    `rel="icon" href="${encodedPath(ico)}"${svg === undefined ? '' : ' sizes="32x32"'}`,
    svg && `rel="icon" href="${encodedPath(svg)}" type="image/svg+xml"`,
    appleTouch && `rel="apple-touch-icon" href="${encodedPath(appleTouch)}"`,
    manifest && `rel="manifest" href="${encodedPath(manifest)}"`,
  ];
  return links.flatMap((link) => (link === undefined ? [] : `<link ${link}>`)).join('\n');
}

/** A picture in CSS. */
export function cssUrl({ path }: SnippetPicture): string {
  return `url("${encodedPath(path)}")`;
}

/** A file's content as a data URI. */
export function dataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Default alternative text for a picture: the words of its name. */
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
