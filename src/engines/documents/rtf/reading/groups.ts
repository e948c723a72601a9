import { fault } from '../../../../contract/fault.ts';
import { ConversionError } from '../../../api/conversionError.ts';
import { maxDepth } from '../../tree/document.ts';
import { decoderOf } from './encodings.ts';

/** A control word such as `\fs24`, or a control symbol such as `\~`. */
export interface Control {
  readonly word: string;
  readonly parameter: number | undefined;
}

/** A group in braces. Text is in bytes, with a character for each, since its encoding depends on the font. */
export interface Group {
  readonly items: (Control | Group | Buffer | string)[];
}

/** A control word or symbol, a byte in hexadecimal digits, a brace, or text. */
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^])|[{}]|[^\\{}]+/gi;

/** Parses the groups of RTF, in Latin-1. @throws ConversionError for groups that nest too deep */
export function parseGroups(rtf: string): Group {
  const top: Group = { items: [] };
  const open = [top];
  let group = top;
  const addText = (text: string): void => {
    const last = group.items.at(-1);
    if (typeof last === 'string') group.items[group.items.length - 1] = last + text;
    else if (text !== '') group.items.push(text);
  };
  token.lastIndex = 0;
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [all, word, parameter, hex, symbol] = found;
    if (all === '{') {
      if (open.length >= maxDepth) throw new ConversionError(fault('document.depth'));
      const inner: Group = { items: [] };
      group.items.push(inner);
      open.push(inner);
      group = inner;
    } else if (all === '}') {
      if (open.length > 1) open.pop();
      group = open.at(-1) ?? top;
    } else if (hex !== undefined) addText(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (symbol !== undefined) {
      if (/[\\{}]/.test(symbol)) addText(symbol);
      else group.items.push({ word: /[\r\n]/.test(symbol) ? 'par' : symbol, parameter: undefined });
    } else if (word === 'bin' && Number(parameter) > 0) {
      const end = token.lastIndex + Number(parameter);
      group.items.push(Buffer.from(rtf.slice(token.lastIndex, end), 'latin1'));
      token.lastIndex = Math.min(end, rtf.length);
    } else if (word === undefined) addText(all.replaceAll(/[\r\n]+/g, ''));
    else
      group.items.push({
        word: word.toLowerCase(),
        parameter: parameter === undefined ? undefined : Number(parameter),
      });
  }
  return top;
}

export function isControl(item: Group['items'][number]): item is Control {
  return typeof item === 'object' && 'word' in item;
}

export function isGroup(item: Group['items'][number]): item is Group {
  return typeof item === 'object' && 'items' in item;
}

/** Returns the destination that a group begins with, and whether readers that don't know it must skip it. */
export function destinationOf({ items }: Group): { readonly name: string; readonly isOptional: boolean } {
  const [first, second] = items;
  const isOptional = first !== undefined && isControl(first) && first.word === '*';
  const named = isOptional ? second : first;
  return { name: named !== undefined && isControl(named) ? named.word : '', isOptional };
}

/** Returns the groups in a group that have a destination. */
export function groupsNamed(group: Group | undefined, name: string): Group[] {
  return (group?.items ?? []).filter(isGroup).filter((each) => destinationOf(each).name === name);
}

/** Returns the text of the groups in a group that have a destination. */
export function textNamed(group: Group | undefined, name: string, codePage: number): string {
  return groupsNamed(group, name)
    .map((each) => textOf(each, codePage))
    .join('');
}

/** Returns the parameter of the last control word with a name in a group, without those in groups within it. */
export function parameterOf({ items }: Group, name: string): number | undefined {
  const found = items.findLast((each) => isControl(each) && each.word === name);
  return found !== undefined && isControl(found) ? found.parameter : undefined;
}

export function hasWord({ items }: Group, name: string): boolean {
  return items.some((each) => isControl(each) && each.word === name);
}

/** Characters that RTF has control words and symbols for. */
export const characters: ReadonlyMap<string, string> = new Map([
  ['~', '\u00A0'],
  ['_', '\u2011'],
  ['bullet', '•'],
  ['emdash', '—'],
  ['emspace', '\u2003'],
  ['endash', '–'],
  ['enspace', '\u2002'],
  ['ldblquote', '“'],
  ['lquote', '‘'],
  ['ltrmark', '\u200E'],
  ['qmspace', '\u2005'],
  ['rdblquote', '”'],
  ['rquote', '’'],
  ['rtlmark', '\u200F'],
  ['tab', '\t'],
  ['zwj', '\u200D'],
  ['zwnj', '\u200C'],
]);

/** Follows which characters after a `\u` are its fallback (RTF 1.9.1, Unicode RTF). */
export class Fallbacks {
  #left = 0;

  begin(count: number): void {
    this.#left = count;
  }

  /** Returns the text after the fallback. */
  textAfter(text: string): string {
    const after = text.slice(this.#left);
    this.#left = Math.max(0, this.#left - text.length);
    return after;
  }

  /** True for a control word that is a part of the fallback. */
  takes(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

/** Returns the text of a group and the groups within it, without that of optional destinations. */
export function textOf(group: Group, codePage: number): string {
  const decode = decoderOf(codePage);
  const fallbacks = new Fallbacks();
  let [text, fallback] = ['', 1];
  for (const item of group.items) {
    if (typeof item === 'string') text += decode(fallbacks.textAfter(item));
    else if (isGroup(item)) {
      fallbacks.begin(0);
      if (!destinationOf(item).isOptional) text += textOf(item, codePage);
    } else if (isControl(item) && !fallbacks.takes()) {
      const { word, parameter = 1 } = item;
      if (word === 'uc') fallback = parameter;
      else if (word === 'u') {
        text += String.fromCharCode(parameter);
        fallbacks.begin(fallback);
      } else text += characters.get(word) ?? '';
    }
  }
  return text;
}
