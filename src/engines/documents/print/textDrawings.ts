import type { Element } from 'hast';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import type { FormulaDrawing } from '../formulaTypesetter.ts';
import type { FormulaForm } from '../tree/formulas.ts';
import { shownSize, type Size, type SizedPicture } from '../tree/sizedPictures.ts';
import type { InlineDrawing } from './layout.ts';
import type { Link, TextSurroundings } from './page.ts';
import type { Typesetter } from './typesetter.ts';

const noBreakSpaces = '\u00a0\u00a0';
const gap = 6;
/** The part of a page's height for a drawing, which leaves some of the page to the rest of its line or its heading. */
const maxHeight = 0.9;

const textFont = /font-family="[a-z-]+">([^<>]*)</g;

/** Typesets formulas as drawings, and sets their text in fonts that have the necessary characters. */
export function drawingForm(fonts: Typesetter): FormulaForm<FormulaDrawing> {
  return {
    sizeOf: ({ svg }) => svg.length,
    typeset: (formulas, tex, isBlock) => {
      const drawing = formulas.drawing(tex, isBlock);
      const svg = drawing.svg
        .replaceAll('currentColor', 'black')
        .replaceAll(textFont, (_, text: string) => `font-family="${fonts.runs(text)[0]?.font}">${text}<`);
      return { ...drawing, svg };
    },
  };
}

/** A formula within a line. */
export function formulaInLine(drawing: FormulaDrawing, page: TextSurroundings): ContentText {
  const room = Math.min(1, page.width / (drawing.width * page.size));
  const size = page.size * Math.min(room, heightRoom(drawing, page));
  const { svg, width, height, depth } = drawing;
  return drawingInLine({ svg, width: width * size, height: height * size, depth: depth * size }, page);
}

/** A drawing within a line. It reserves its size with spaces, and is drawn over them. */
function drawingInLine(drawing: InlineDrawing, page: TextSurroundings): ContentText {
  const { lineBox } = page.typesetter.text;
  const ascent = Math.max(drawing.height, lineBox.ascent * page.size);
  const descent = Math.max(drawing.depth, lineBox.descent * page.size);
  // pdfmake derives the ascent from the font size, and the descent from the height of the line.
  const fontSize = ascent / lineBox.ascent;
  const spaces = page.typesetter.text.widthOf(noBreakSpaces, 'normal') * fontSize;
  const inline = {
    text: noBreakSpaces,
    font: page.typesetter.text.name,
    noWrap: true,
    // pdfmake would ignore the width of spaces at the ends of a line.
    preserveLeadingSpaces: true,
    preserveTrailingSpaces: true,
    fontSize,
    lineHeight: (ascent + descent) / (fontSize * (lineBox.ascent + lineBox.descent)),
    characterSpacing: drawing.width - spaces,
    drawing,
  };
  return inline;
}

/** A formula on a line of its own. */
export function formulaBlock(drawing: FormulaDrawing, page: TextSurroundings, width: number): Content {
  const room = Math.min(1, width / (drawing.width * page.size));
  const size = page.size * Math.min(room, heightRoom(drawing, page));
  return {
    svg: drawing.svg,
    width: drawing.width * size,
    height: (drawing.height + drawing.depth) * size,
    alignment: 'center',
    margin: [0, gap / 2, 0, gap + page.look.paragraphGap / 2],
  };
}

function heightRoom({ height, depth }: FormulaDrawing, page: TextSurroundings): number {
  return Math.min(1, (maxHeight * page.height) / ((height + depth) * page.size));
}

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
export function printedSize(node: Element, picture: Size, { width, height }: TextSurroundings): Size {
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
