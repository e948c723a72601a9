import type { ListNumbering } from '../../tree/items.ts';
import { escapeRtf } from './styles.ts';

const levels = 9;
const indentTwips = 360;
const formats: ReadonlyMap<string, number> = new Map([
  ['1', 0],
  ['I', 1],
  ['i', 2],
  ['A', 3],
  ['a', 4],
  ['bullet', 23],
]);
/** Longer texts around a number are cut off, since a byte states the length. */
const maxAround = 100;

/** The tables with the lists of an RTF file. Each numbered list has its own, so that it begins with its own number. */
export class ListTables {
  readonly #definitions: string[] = [];
  #bullets: number | undefined;

  /** Adds a list whose items are at a level from 0, and returns its number. */
  add(numbering: ListNumbering, level: number): number {
    if (numbering.type !== 'bullet') return this.#define(numbering, level);
    this.#bullets ??= this.#define(numbering, level);
    return this.#bullets;
  }

  get rtf(): string {
    const overrides = this.#definitions.map(
      (_, index) => `{\\listoverride\\listid${index + 1}\\listoverridecount0\\ls${index + 1}}`,
    );
    return `{\\*\\listtable${this.#definitions.join('\n')}}\n{\\*\\listoverridetable${overrides.join('')}}`;
  }

  /** Defines a list. Only the level of its items has its start. */
  #define(numbering: ListNumbering, shown: number): number {
    const number = this.#definitions.length + 1;
    const format = formats.get(numbering.type) ?? 0;
    const defined = Array.from({ length: levels }, (_, level) => {
      const first = level === shown ? numbering.start : 1;
      return `{\\listlevel\\levelnfc${format}\\levelnfcn${format}\\leveljc0\\levelfollow0\\levelstartat${first}${levelText(numbering, level)}\\fi-${indentTwips}\\li${indentTwips * (level + 1)}}`;
    });
    this.#definitions.push(`{\\list\\listtemplateid${number}${defined.join('')}\\listid${number}}`);
    return number;
  }
}

/** Writes the text of a label, which begins with its length, and the place of the number in it. */
function levelText({ type, prefix, suffix }: ListNumbering, level: number): string {
  if (type === 'bullet') return "{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}";
  const [before, after] = [prefix, suffix].map((text) => text.slice(0, maxAround));
  const length = (before?.length ?? 0) + (after?.length ?? 0) + 1;
  const place = (before?.length ?? 0) + 1;
  return `{\\leveltext\\'${hex(length)}${escapeRtf(before ?? '')}\\'0${level}${escapeRtf(after ?? '')};}{\\levelnumbers\\'${hex(place)};}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
