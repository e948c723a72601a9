import type { Element } from 'hast';
import { ownValue } from '../../../../util/ownValue.ts';
import { integerIn, textProperty } from '../../tree/document.ts';
import { wordFormats } from '../../tree/listNumbers.ts';
import { boxOf, taskBox } from '../../tree/items.ts';

/** The deepest level of a numbering, counted from 0. */
const deepestLevel = 8;
/** The indentation of each list, in points. */
export const listIndent = 36;
export const hangingTwips = 360;
const maxStart = 32_767;
const bullets = ['•', '◦', '▪'];

/** The number of a list item in Word: the numbering that the item belongs to, and its level. */
export interface ItemNumber {
  readonly id: number;
  readonly level: number;
}

/** The lists of a Word document. Each has a numbering of its own, so that it starts with its own number. */
export class WordLists {
  /** The ids of the shared definitions, by their kind. Those of lists in each other differ in their level or group. */
  readonly #definitions = new Map<string, number>();
  readonly #numberings: string[] = [];

  /**
   * Begins a list, and returns a function that numbers its items.
   * @param around the number of lists in which the list's table or note is
   */
  begin(list: Element, depth: number, around: number): (item: Element) => ItemNumber {
    const level = Math.min(depth, deepestLevel);
    const group = around + depth - level;
    const ids = new Map<string, number>();
    const format = ownValue(wordFormats, textProperty(list, 'type') ?? '') ?? 'decimal';
    let start = integerIn(list, 'start') ?? 1;
    return (item) => {
      const value = integerIn(item, 'value');
      if (value !== undefined) {
        start = value;
        ids.delete(format);
      }
      const box = taskBox(item);
      const kind = (box && boxOf(box)) ?? (list.tagName === 'ol' ? format : 'bullet');
      const id = ids.get(kind) ?? this.#add(kind, level, group, kind === format ? start : undefined);
      ids.set(kind, id);
      return { id, level };
    };
  }

  #add(kind: string, level: number, group: number, start: number | undefined): number {
    const key = `${group} ${kind}`;
    const definition = this.#definitions.get(key) ?? this.#definitions.size;
    this.#definitions.set(key, definition);
    const first = Math.min(Math.max(start ?? 1, 0), maxStart);
    const override = `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${first}"/></w:lvlOverride>`;
    const content = `<w:abstractNumId w:val="${definition}"/>${start === undefined ? '' : override}`;
    const id = this.#numberings.length + 1;
    this.#numberings.push(`<w:num w:numId="${id}">${content}</w:num>`);
    return id;
  }

  /** Writes the content of the numbering part. */
  toXml(): string {
    const definitions = Array.from(this.#definitions, ([key, id]) => {
      const [, kind = ''] = key.split(' ');
      const levels = Array.from({ length: deepestLevel + 1 }, (_, level) => levelXml(kind, level));
      return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
    });
    return `${definitions.join('')}${this.#numberings.join('')}`;
  }
}

function levelXml(kind: string, level: number): string {
  const isNumber = kind === 'decimal' || Object.values(wordFormats).includes(kind);
  const bullet = kind === 'bullet' ? bullets[level % bullets.length] : kind;
  return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${isNumber ? kind : 'bullet'}"/><w:lvlText w:val="${isNumber ? `%${level + 1}.` : bullet}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${listIndent * 20 * (level + 1)}" w:hanging="${hangingTwips}"/></w:pPr></w:lvl>`;
}
