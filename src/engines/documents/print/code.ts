import type { Element } from 'hast';
import type { Content } from 'pdfmake/interfaces.js';
import { tokenStyle } from '../tree/code.ts';
import type { Token } from '../codeTokens.ts';
import { textIn } from '../tree/document.ts';
import { linesOf, plainText } from './inline.ts';
import type { KeptTogether } from './layout.ts';
import { bareLayout, colors, type TextSurroundings } from './page.ts';

/** The width of a character in the code font, in ems. */
export const characterWidth = 0.6025;
export const codePadding = 7;
export const minColumns = 20;
const lineHeight = 1.18;
const tabSpaces = 4;
/** The characters after which a long line of code is preferably broken. */
const breaksAfter = /[\s,;.)\]}(&|+-]/;
const continuation = 4;
/** The lines of a block of code on each side of a page break. */
const fewestLines = 3;
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60\p{Extended_Pictographic}]/u;

/** Typesets a block of code with its colors. Long lines are broken, and few lines stay on one page. */
export function codeOf(node: Element, page: TextSurroundings, width: number): Content {
  const size = Math.min(page.look.codeSize, page.size);
  const columns = Math.max(minColumns, Math.floor((width - 2 * codePadding) / (characterWidth * size)));
  const tokens = page.code.get(node) ?? [{ text: textIn(node), kind: undefined }];
  const inlines = wrapped(tokens, columns).flatMap(({ text, kind }) => {
    const style = tokenStyle(kind);
    return plainText(text, page, { code: true }, style === undefined ? {} : { color: style.color });
  });
  const stack = linesOf(inlines, page, { alignment: 'left' });
  const { ascent, descent } = page.typesetter.code.lineBox;
  const height = size * lineHeight * (ascent + descent);
  const together = stack.length < 2 * fewestLines ? stack.length : fewestLines;
  const isSplit = stack.length > together;
  const beforeEnd = isSplit && !page.isCell ? stack.at(-fewestLines) : undefined;
  const keeps: KeptTogether = { below: height * (fewestLines - 1) };
  if (beforeEnd !== undefined) Object.assign(beforeEnd, { keeps });
  const block: Content = {
    table: { widths: ['*'], body: [[{ stack, fontSize: size, lineHeight, alignment: 'left' }]] },
    layout: {
      ...bareLayout,
      fillColor: () => colors.codeFill,
      paddingLeft: () => codePadding,
      paddingRight: () => codePadding,
      paddingTop: (row) => (row === 0 ? codePadding - 1 : 0),
      paddingBottom: () => codePadding - 1,
    },
    margin: [0, 1, 0, page.look.paragraphGap + 1],
  };
  return page.isCell ? block : Object.assign(block, { needs: together * height + 2 * codePadding });
}

/** Breaks lines longer than `columns` characters, and indents the continued parts. */
export function wrapped(tokens: readonly Token[], columns: number): Token[] {
  const result: Token[] = [];
  let line: Token[] = [];
  const end = (isLast: boolean): void => {
    result.push(...brokenLine(line, columns));
    if (!isLast) result.push({ text: '\n', kind: undefined });
    line = [];
  };
  for (const { text, kind } of tokens) {
    const parts = text.replaceAll(/\r\n?/g, '\n').split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) end(false);
      if (part !== '') line.push({ text: part.replaceAll('\t', ' '.repeat(tabSpaces)), kind });
    }
  }
  // A line break at the end of a code block doesn't start another line.
  if (line.length > 0) end(true);
  else if (result.at(-1)?.text === '\n') result.pop();
  return result;
}

function brokenLine(line: readonly Token[], columns: number): readonly Token[] {
  const text = line.map((token) => token.text).join('');
  if (text.length <= columns / 2 || columnsOf(text) <= columns) return line;
  const indent = Math.min(/^ */.exec(text)?.[0].length ?? 0, Math.floor(columns / 2));
  const hanging = ' '.repeat(indent + continuation);
  const result: Token[] = [];
  let room = columns;
  for (const { text: rest, kind } of line) {
    let from = 0;
    while (from < rest.length) {
      const to = fittingEnd(rest, from, room, columns - hanging.length);
      result.push({ text: rest.slice(from, to), kind });
      room -= columnsOf(rest.slice(from, to));
      from = to;
      if (from < rest.length || room <= 0) {
        result.push({ text: `\n${hanging}`, kind: undefined });
        room = columns - hanging.length;
      }
    }
  }
  return result;
}

/** Returns the end of the text that fits into the remaining space of a line. */
function fittingEnd(text: string, from: number, room: number, fullRoom: number): number {
  let to = from;
  let used = 0;
  let lastBreak = 0;
  for (const character of text.slice(from, from + room)) {
    used += wide.test(character) ? 2 : 1;
    if (used > room) break;
    to += character.length;
    if (breaksAfter.test(character)) lastBreak = to;
  }
  if (to >= text.length) return text.length;
  // A short token that starts in the middle of a line moves to the next line as a whole.
  if (lastBreak > from) return lastBreak;
  return room < fullRoom && text.length - from <= fullRoom ? from : Math.max(to, from + 1);
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}
