import type { Element, RootContent } from 'hast';
import type { Extent } from '../tree/columns.ts';
import { headingLevel } from '../tree/contents.ts';
import { textIn, textProperty } from '../tree/document.ts';
import { isBlock } from '../tree/flow.ts';
import { characterWidth, codePadding, minColumns } from './code.ts';
import { codeScale, indent, type InlineLook, lookOf } from './inline.ts';
import { headingSize, type TextSurroundings } from './page.ts';
import { printedSize } from './textDrawings.ts';

const leastPicture = 48;
/** Space for rounding. */
const slack = 0.5;

/** Measures a cell of a table. */
export function extentOf(cell: Element, page: TextSurroundings, outer: InlineLook): Extent {
  let [least, most, line] = [0, 0, 0];
  const endLine = (start: number): void => {
    most = Math.max(most, line);
    line = start;
  };
  const addWord = (width: number, start: number): void => {
    least = Math.max(least, start + width);
  };
  const visit = (node: RootContent, look: InlineLook, size: number, start: number): void => {
    if (node.type === 'text') {
      const scale = look.code ? size * codeScale : size;
      for (const word of node.value.split(/(?<=[\s/-])/)) {
        line += page.typesetter.widthOf(word, look) * scale;
        addWord(page.typesetter.widthOf(word.trimEnd(), look) * scale, start);
      }
    }
    if (node.type !== 'element') return;
    const drawn = drawnWidth(node, page);
    if (drawn !== undefined) {
      line += drawn;
      addWord(Math.min(drawn, leastPicture), start);
    } else if (node.tagName === 'pre') {
      const columns = Math.max(
        0,
        ...textIn(node)
          .split('\n')
          .map(({ length }) => length),
      );
      const character = characterWidth * Math.min(page.look.codeSize, page.size);
      endLine(start);
      line += columns * character + 2 * codePadding;
      addWord(Math.min(columns, minColumns) * character + 2 * codePadding, start);
      endLine(start);
    } else if (node.tagName === 'br') endLine(start);
    else if (node.tagName === 'footnote' || node.tagName === 'input') line += size;
    else {
      const level = headingLevel(node.tagName);
      // The cells of a table in the cell are beside each other.
      const isOnLine = isBlock(node) && !/^t(?:[dhr]|body|foot|head)$/.test(node.tagName);
      const inner = start + (/^(?:blockquote|dd|li)$/.test(node.tagName) ? indent : 0);
      if (isOnLine) endLine(inner);
      const innerLook = { ...lookOf(node, look, page), ...(level === undefined ? {} : { heading: true }) };
      for (const child of node.children)
        visit(child, innerLook, level === undefined ? size : headingSize(page, level), inner);
      if (isOnLine) endLine(start);
    }
  };
  const look = lookOf(cell, outer, page);
  for (const child of cell.children) visit(child, look, page.size, 0);
  endLine(0);
  return { least: least + slack, most: most + slack };
}

/** The width of a formula or picture in points. */
function drawnWidth(node: Element, page: TextSurroundings): number | undefined {
  const formula = page.formulas.get(node);
  if (formula !== undefined) return formula.width * page.size;
  if (node.tagName !== 'img') return undefined;
  const picture = page.pictures.get(textProperty(node, 'src') ?? '');
  return picture && printedSize(node, picture, page).width;
}
