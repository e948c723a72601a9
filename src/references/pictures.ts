import type { Span } from './link.ts';
import { markdownPictures } from './markup/markdown.ts';
import { markupPictures } from './markup/markup.ts';
import type { ProjectText } from './references.ts';
import { type IsFile, isAbsoluteAddress, resolveLink } from './resolve.ts';

/** A picture that a text shows from another file. The range covers the address. */
export interface ShownPicture extends Span {
  /** The address, as written in the text. */
  readonly address: string;
  /** The path of the picture's file; `undefined` if there is no such file. */
  readonly file: string | undefined;
}

/**
 * The pictures that a page or a Markdown file shows, in order. Their ranges cover the addresses with their queries.
 * `top` is the path of the open folder.
 */
export async function picturesIn(
  { path, text }: ProjectText,
  format: 'html' | 'md',
  top: string,
  isFile: IsFile,
): Promise<ShownPicture[]> {
  const read = format === 'md' ? markdownPictures : markupPictures;
  const pictures: ShownPicture[] = [];
  for (const link of read({ text, offset: 0 })) {
    if (isAbsoluteAddress(link.path)) continue;
    const file = (await resolveLink(link, path, top, isFile))?.path;
    pictures.push({ start: link.start, end: link.wholeEnd, address: link.path, file });
  }
  return pictures;
}
