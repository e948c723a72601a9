import type { Content, ContentText } from 'pdfmake/interfaces.js';
import type { FormulaForm } from '../formulas.ts';
import type { FormulaDrawing } from '../formulaTypesetter.ts';
import type { InlineFormula } from './layout.ts';
import type { TextSurroundings } from './page.ts';
import type { Typesetter } from './typesetter.ts';

const noBreakSpaces = '\u00a0\u00a0';
const gap = 6;

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

/** A formula within a line. It reserves its size with spaces, and is drawn over them. */
export function formulaInLine(drawing: FormulaDrawing, page: TextSurroundings): ContentText {
  const { lineBox } = page.typesetter.text;
  const room = Math.min(1, page.width / (drawing.width * page.size));
  const size = page.size * Math.min(room, heightRoom(drawing, page));
  const ascent = Math.max(drawing.height * size, lineBox.ascent * page.size);
  const descent = Math.max(drawing.depth * size, lineBox.descent * page.size);
  // pdfmake derives the ascent from the font size, and the descent from the height of the line.
  const fontSize = ascent / lineBox.ascent;
  const spaces = 2 * page.typesetter.text.widthOf('\u00a0') * fontSize;
  const formula: InlineFormula = { drawing, size };
  const inline = {
    text: noBreakSpaces,
    font: page.typesetter.text.name,
    noWrap: true,
    // pdfmake would ignore the width of spaces at the ends of a line.
    preserveLeadingSpaces: true,
    preserveTrailingSpaces: true,
    fontSize,
    lineHeight: (ascent + descent) / (fontSize * (lineBox.ascent + lineBox.descent)),
    characterSpacing: drawing.width * size - spaces,
    formula,
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
  // Leaves some of the page to the rest of the formula's line.
  return Math.min(1, (0.9 * page.height) / ((height + depth) * page.size));
}
