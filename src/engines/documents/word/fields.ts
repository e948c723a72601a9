import { codePoint as unicodeOf } from 'dingbat-to-unicode';
import { childOf, childrenOf, numberOf, toggleOf, valueOf, type XmlElement } from '../xmlTree.ts';

interface Field {
  instruction: string;
  isResult: boolean;
  /** The link of the field's result, which may come from an enclosing field. */
  link: string | undefined;
  /** What a form field without a result shows: a check box, or the chosen entry of a list. */
  readonly choice: string | undefined;
  /** True if the result is replaced, as the number of a note by a reference to it. */
  isReplaced: boolean;
}

/** The maximum length of a field's instruction. Real addresses are shorter. */
const maxInstruction = 10_000;

/** The fields that are open at a position in a document, the innermost last (ECMA-376, part 1, 17.16.18). */
export class Fields {
  readonly #open: Field[] = [];

  #hidden = 0;

  /** The link of the current text, if it is part of a field's result. */
  get link(): string | undefined {
    return this.#open.at(-1)?.link;
  }

  /** True if the current text is a field's instruction, or a result that is replaced. */
  get isHidden(): boolean {
    return this.#hidden > 0;
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.isResult && field.instruction.length < maxInstruction) field.instruction += text;
  }

  /**
   * Handles a character that begins a field, separates its result, or ends the field.
   * @param replacement returns the text or element that replaces the result of a field with an instruction, if any
   * @returns the text or element to show
   */
  mark<T>(
    character: XmlElement,
    replacement: (instruction: string) => T | undefined,
  ): T | string | undefined {
    const field = this.#open.at(-1);
    switch (character.attributes['w:fldCharType']) {
      case 'begin':
        this.#open.push({
          instruction: '',
          isResult: false,
          link: field?.link,
          choice: choiceOf(childOf(character, 'w:ffData')),
          isReplaced: false,
        });
        this.#hidden += 1;
        return undefined;
      case 'separate':
        return field && this.#showResult(field, replacement);
      case 'end': {
        if (field === undefined) return undefined;
        const shown = this.#showResult(field, replacement);
        if (field.isReplaced) this.#hidden -= 1;
        this.#open.pop();
        return field.choice ?? shown;
      }
      default:
        return undefined;
    }
  }

  #showResult<T>(field: Field, replacement: (instruction: string) => T | undefined): T | undefined {
    if (field.isResult) return undefined;
    field.isResult = true;
    const replaced = replacement(field.instruction);
    field.isReplaced = replaced !== undefined;
    if (!field.isReplaced) this.#hidden -= 1;
    field.link = linkOf(field.instruction) ?? field.link;
    return replaced;
  }
}

function choiceOf(form: XmlElement | undefined): string | undefined {
  const box = childOf(form, 'w:checkBox');
  if (box !== undefined) {
    const isChecked = toggleOf(childOf(box, 'w:checked')) ?? toggleOf(childOf(box, 'w:default')) ?? false;
    return isChecked ? '☒' : '☐';
  }
  const list = childOf(form, 'w:ddList');
  if (list === undefined) return undefined;
  const chosen = numberOf(childOf(list, 'w:result')) ?? numberOf(childOf(list, 'w:default')) ?? 0;
  return valueOf(childrenOf(list, 'w:listEntry')[chosen]);
}

/** Returns the bookmark of a field that repeats the mark of the note there. */
export function noteReferenceIn(instruction: string): string | undefined {
  const [kind, bookmark, ...switches] = wordsOf(instruction);
  return kind?.toUpperCase() === 'NOTEREF' && switches.includes(String.raw`\f`) ? bookmark : undefined;
}

function wordsOf(instruction: string): string[] {
  return Array.from(instruction.matchAll(/"([^"]*)"|([^\s"]+)/g), ([, quoted, word]) => quoted ?? word ?? '');
}

/** Fields whose result is the text, the page number, or the note at a bookmark. */
const references: ReadonlySet<string> = new Set(['REF', 'PAGEREF', 'NOTEREF']);

/** Returns the address that a field links to, or `#` and a bookmark; `undefined` for other fields. */
export function linkOf(instruction: string): string | undefined {
  const [kind, ...words] = wordsOf(instruction);
  const name = kind?.toUpperCase() ?? '';
  if (references.has(name)) return words.includes(String.raw`\h`) ? `#${words[0]}` : undefined;
  if (name !== 'HYPERLINK') return undefined;
  let address = '';
  let place = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === String.raw`\l`) place = words[(at += 1)] ?? '';
    // The switches for the tooltip and the target frame each have an argument, which is skipped.
    else if (word === String.raw`\o` || word === String.raw`\t`) at += 1;
    else if (!word.startsWith('\\') && address === '') address = word;
  }
  const link = place === '' ? address : `${address}#${place}`;
  return link === '' ? undefined : link;
}

/** Fonts that have symbols instead of letters. */
const symbolFont = /^(?:symbol|webdings|wingdings(?: [23])?)$/i;
const names = new Map(
  ['Symbol', 'Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3'].map((name) => [name.toLowerCase(), name]),
);
/** The range of Unicode's private use area in which Word stores characters of symbol fonts. */
const firstPrivate = 0xf000;
const lastPrivate = 0xf0ff;
const unknown = '\ufffd';

/** Returns the Unicode text for a character code in a symbol font. */
export function symbolText(font: string, code: number): string {
  const own = code >= firstPrivate && code <= lastPrivate ? code - firstPrivate : code;
  const found = unicodeOf(names.get(font.toLowerCase()) ?? font, own)?.string;
  if (found !== undefined) return found;
  const isText = code > 0 && code < 0xe000 && !symbolFont.test(font);
  return isText ? String.fromCodePoint(code) : unknown;
}

/** Converts text in a symbol font to Unicode. Returns text in other fonts unchanged. */
export function unicodeText(text: string, font: string | undefined): string {
  if (font === undefined || !symbolFont.test(font)) return text;
  const signs = Array.from(text, (sign) =>
    /\s/.test(sign) ? sign : symbolText(font, sign.codePointAt(0) ?? 0),
  );
  return signs.join('');
}
