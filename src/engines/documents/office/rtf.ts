import { own } from '../../../util/own.ts';
import { labelMark } from './nodes.ts';

/** A control word or symbol, a brace, or text. A fallback of one character belongs to the `\u` before it. */
const token =
  /\\u(-?\d{1,6}) ?(?:\\'[\da-f]{2}|\\[a-z]{1,32}-?\d{0,10} ?|\\[^a-z]|[^\\{}])?|\\([a-z]{1,32})(-?\d{1,10})? ?|\\'[\da-f]{2}|\\[^]|[{}]|[^\\{}]+/gi;

/** Characters that RTF has control words for, which officeparser doesn't read. */
const characters: Readonly<Record<string, number>> = {
  '\\~': 0xa0,
  '\\_': 0x2011,
  bullet: 0x2022,
  emdash: 0x2014,
  emspace: 0x2003,
  endash: 0x2013,
  enspace: 0x2002,
  ltrmark: 0x200e,
  qmspace: 0x2005,
  rtlmark: 0x200f,
  zwj: 0x200d,
  zwnj: 0x200c,
};
/** Control words for text, which hidden text doesn't show. */
const shown: ReadonlySet<string> = new Set([
  'tab',
  'line',
  'u',
  'lquote',
  'rquote',
  'ldblquote',
  'rdblquote',
]);

interface Group {
  readonly isHidden: boolean;
  /** True in an instruction of a field, which is read even if it is hidden. */
  readonly isInstruction: boolean;
}

/**
 * Rewrites RTF so that officeparser reads the text that Word shows: without hidden text, and with all its characters.
 * The label of an item becomes the name of an anchor, which begins with {@link labelMark}.
 */
export function readableRtf(bytes: Buffer): Buffer {
  const rtf = bytes.toString('latin1');
  const written: string[] = [];
  const groups: Group[] = [];
  let group: Group = { isHidden: false, isInstruction: false };
  let label: { readonly depth: number; text: string } | undefined;
  token.lastIndex = 0;
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [all, unicode, word, parameter] = found;
    const isHidden = group.isHidden && !group.isInstruction;
    const character = all.startsWith('\\') ? own(characters, word ?? all) : undefined;
    if (all === '{') groups.push(group);
    else if (all === '}') group = groups.pop() ?? group;
    else if (word === 'bin') {
      const end = token.lastIndex + Math.max(0, Number(parameter ?? 0));
      written.push(all, rtf.slice(token.lastIndex, end));
      token.lastIndex = Math.min(end, rtf.length);
      continue;
    } else if (word === 'v' || word === 'deleted') group = { ...group, isHidden: parameter !== '0' };
    else if (word === 'plain') group = { ...group, isHidden: false };
    else if (word === 'fldinst') group = { ...group, isInstruction: true };
    else if (word === 'listtext' || word === 'pntext') label = { depth: groups.length, text: '' };
    else if (label !== undefined) label.text += textOf(all, unicode, word, character);
    else if (isHidden && (word === undefined || character !== undefined || shown.has(word))) continue;
    if (all === String.raw`\-`) continue;
    written.push(character === undefined ? all : `{\\uc0\\u${character} }`);
    if (label !== undefined && groups.length < label.depth) {
      const name = labelMark + Buffer.from(label.text.trim()).toString('hex');
      written.push(`{\\*\\bkmkstart ${name}}`);
      label = undefined;
    }
  }
  return Buffer.from(written.join(''), 'latin1');
}

/** Returns the text of a token in a label. */
function textOf(
  all: string,
  unicode: string | undefined,
  word: string | undefined,
  character: number | undefined,
): string {
  if (character !== undefined) return String.fromCodePoint(character);
  if (unicode !== undefined) return String.fromCharCode(Number(unicode));
  if (word !== undefined) return '';
  if (all.startsWith("\\'")) return String.fromCharCode(Number.parseInt(all.slice(2), 16));
  return all.startsWith('\\') ? all.slice(1) : all;
}
