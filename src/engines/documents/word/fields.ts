import { childOf, type XmlElement, textElement, toggleOf } from '../xmlTree.ts';

interface Field {
  instruction: string;
  isResult: boolean;
  /** The link of its result, or of a field around it. */
  link: string | undefined;
  /** The text of a field without a result. */
  readonly box: string | undefined;
}

/** The length to read of an instruction; addresses are shorter. */
const maxInstruction = 10_000;

/** The fields that are open at a place of a document, the innermost last (ECMA-376, part 1, 17.16.18). */
export class Fields {
  readonly #open: Field[] = [];

  #instructions = 0;

  /** The link of this text, as a part of a field's result. */
  get link(): string | undefined {
    return this.#open.at(-1)?.link;
  }

  /** True inside a field's instruction, which is invisible. */
  get isInstruction(): boolean {
    return this.#instructions > 0;
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.isResult && field.instruction.length < maxInstruction) field.instruction += text;
  }

  /** Handles the beginning, the result, or the end of a field. @returns the text in its place */
  mark(character: XmlElement): XmlElement[] {
    const field = this.#open.at(-1);
    switch (character.attributes['w:fldCharType']) {
      case 'begin':
        this.#open.push({ instruction: '', isResult: false, link: field?.link, box: boxOf(character) });
        this.#instructions += 1;
        return [];
      case 'separate':
        if (field) this.#showResult(field);
        return [];
      case 'end':
        if (field) this.#showResult(field);
        this.#open.pop();
        return field?.box === undefined ? [] : [textElement(field.box)];
      default:
        return [];
    }
  }

  #showResult(field: Field): void {
    if (field.isResult) return;
    field.isResult = true;
    field.link = linkOf(field.instruction) ?? field.link;
    this.#instructions -= 1;
  }
}

function boxOf(character: XmlElement): string | undefined {
  const box = childOf(character, 'w:ffData', 'w:checkBox');
  if (box === undefined) return undefined;
  const isChecked = toggleOf(childOf(box, 'w:checked')) ?? toggleOf(childOf(box, 'w:default')) ?? false;
  return isChecked ? '☒' : '☐';
}

/** The address that a field leads to, or `#` and a bookmark; `undefined` for other fields. */
export function linkOf(instruction: string): string | undefined {
  const [kind, ...words] = Array.from(
    instruction.matchAll(/"([^"]*)"|([^\s"]+)/g),
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  if (kind?.toUpperCase() !== 'HYPERLINK') return undefined;
  let address = '';
  let place = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === String.raw`\l`) place = words[(at += 1)] ?? '';
    // These switches have an argument: a tooltip, and the frame to open the link in.
    else if (word === String.raw`\o` || word === String.raw`\t`) at += 1;
    else if (!word.startsWith('\\') && address === '') address = word;
  }
  const link = place === '' ? address : `${address}#${place}`;
  return link === '' ? undefined : link;
}
