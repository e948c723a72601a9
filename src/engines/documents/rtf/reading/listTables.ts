import { element, type XmlElement } from '../../xmlTree.ts';
import { type Group, groupsNamed, hasWord, parameterOf, textNamed, textOf } from './groups.ts';
import { property } from './look.ts';

/** The kinds of numbers, by their codes (RTF 1.9.1, List Table). */
const formats: ReadonlyMap<number, string> = new Map([
  [1, 'upperRoman'],
  [2, 'lowerRoman'],
  [3, 'upperLetter'],
  [4, 'lowerLetter'],
  [5, 'ordinal'],
  [22, 'decimalZero'],
  [23, 'bullet'],
  [255, 'none'],
]);

/** The kinds of numbers of paragraphs in the way of Word 95. */
const olderFormats: ReadonlyMap<string, string> = new Map([
  ['pndec', 'decimal'],
  ['pnlcltr', 'lowerLetter'],
  ['pnlcrm', 'lowerRoman'],
  ['pnlvlblt', 'bullet'],
  ['pnucltr', 'upperLetter'],
  ['pnucrm', 'upperRoman'],
]);

/** The placeholder for the number of a level in a label is the level's index. */
const placeholder = /[\0-\u0008]/g; // eslint-disable-line no-control-regex

/** Collects the lists that the text refers to. */
export class RtfLists {
  readonly #elements: XmlElement[] = [];
  readonly #ids = new Set<string>();
  readonly #older = new Map<string, string>();
  readonly #codePage: number;

  constructor(root: Group, codePage: number) {
    this.#codePage = codePage;
    for (const list of groupsNamed(root, 'listtable').flatMap((table) => groupsNamed(table, 'list'))) {
      const levels = groupsNamed(list, 'listlevel').map((level, index) => this.#level(level, index));
      this.#addShared(String(parameterOf(list, 'listid') ?? ''), levels);
    }
    for (const override of groupsNamed(root, 'listoverridetable').flatMap((table) =>
      groupsNamed(table, 'listoverride'),
    )) {
      const changes = groupsNamed(override, 'lfolevel').flatMap((level, index) => {
        const start = hasWord(level, 'listoverridestartat') ? parameterOf(level, 'levelstartat') : undefined;
        return start === undefined
          ? []
          : [element('w:lvlOverride', { 'w:ilvl': String(index) }, [property('w:startOverride', start)])];
      });
      this.#addList(
        `ls${parameterOf(override, 'ls') ?? ''}`,
        String(parameterOf(override, 'listid') ?? ''),
        changes,
      );
    }
  }

  /** True if the tables define the list with this id. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns the id of the list that a paragraph in the way of Word 95 begins or continues. */
  older(definition: Group, isFirst: boolean): string {
    const word = [...olderFormats.keys()].find((each) => hasWord(definition, each)) ?? 'pndec';
    const [before = '', after = ''] = ['pntxtb', 'pntxta'].map((name) =>
      textNamed(definition, name, this.#codePage),
    );
    const start = parameterOf(definition, 'pnstart') ?? 1;
    const key = JSON.stringify([word, before, after]);
    const known = isFirst ? undefined : this.#older.get(key);
    if (known !== undefined) return known;
    const id = `pn${this.#elements.length}`;
    const format = olderFormats.get(word) ?? 'decimal';
    this.#addShared(id, [levelOf(0, format, start, format === 'bullet' ? '•' : `${before}%1${after}`, [])]);
    this.#addList(id, id, []);
    this.#older.set(key, id);
    return id;
  }

  /** Returns the lists as Word's numbering part has them. */
  numbering(): XmlElement {
    return element('w:numbering', {}, this.#elements);
  }

  #addShared(id: string, levels: XmlElement[]): void {
    this.#elements.push(element('w:abstractNum', { 'w:abstractNumId': id }, levels));
  }

  #addList(id: string, sharedId: string, changes: XmlElement[]): void {
    this.#ids.add(id);
    this.#elements.push(
      element('w:num', { 'w:numId': id }, [property('w:abstractNumId', sharedId), ...changes]),
    );
  }

  #level(level: Group, index: number): XmlElement {
    const format =
      formats.get(parameterOf(level, 'levelnfc') ?? parameterOf(level, 'levelnfcn') ?? 0) ?? 'decimal';
    const [group] = groupsNamed(level, 'leveltext');
    const text =
      group === undefined
        ? `\u0002${String.fromCharCode(index)}.`
        : textOf(group, this.#codePage).replace(/;$/, '');
    // The first character is the length of the others.
    const label = text.slice(1).replaceAll(placeholder, (each) => `%${each.charCodeAt(0) + 1}`);
    const indent = parameterOf(level, 'li') ?? parameterOf(level, 'lin') ?? 0;
    return levelOf(index, format, parameterOf(level, 'levelstartat') ?? 1, label, [
      element('w:ind', { 'w:left': String(indent) }),
    ]);
  }
}

function levelOf(
  index: number,
  format: string,
  start: number,
  text: string,
  place: XmlElement[],
): XmlElement {
  return element('w:lvl', { 'w:ilvl': String(index) }, [
    property('w:start', start),
    property('w:numFmt', format),
    property('w:lvlText', text),
    element('w:pPr', {}, place),
  ]);
}
