import type { Element } from 'hast';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { shownSize, type SizedPicture } from '../tree/sizedPictures.ts';
import { drawingInLine, maxHeight } from './formulas.ts';
import type { InlineDrawing } from './layout.ts';
import type { Link, TextSurroundings } from './page.ts';

/** A picture within a line. It stands on the baseline. */
export function pictureInLine(
  node: Element,
  picture: SizedPicture,
  page: TextSurroundings,
  link: Link | undefined,
): ContentText {
  const size = printedSize(node, picture, page);
  return drawingInLine({ image: picture.name, ...size, depth: 0, ...link }, page);
}

/** The size of a picture in points: the given one, but not larger than a page. */
export function printedSize(
  node: Element,
  picture: SizedPicture,
  { width, height }: TextSurroundings,
): ReturnType<typeof shownSize> {
  return shownSize(node, picture, width, height * maxHeight);
}

/** A picture on a line of its own, at most `width` points wide. */
export function pictureBlock(
  { image = '', width: ownWidth, height: ownHeight, link, linkToDestination }: InlineDrawing,
  page: TextSurroundings,
  width: number,
): Content {
  const scale = Math.min(1, width / ownWidth);
  const size = { width: ownWidth * scale, height: ownHeight * scale };
  const margin: [number, number, number, number] = [0, 2, 0, page.look.paragraphGap];
  return Object.assign({ image, ...size, margin }, { link, linkToDestination });
}
