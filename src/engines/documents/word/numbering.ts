import { own } from '../../../util/own.ts';
import { childOf, childrenOf, type XmlElement, numberOf, toggleOf, valueOf } from '../xmlTree.ts';
import { formattedNumber } from './numberFormats.ts';
import type { WordStyles } from './styles.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  readonly text: string;
  /** The higher level, counted from 1, after which the numbers of this level restart; 0 for never. */
  readonly restartsAfter: number | undefined;
  /** True if labels at this level show the numbers of all levels as decimal. */
  readonly isLegal: boolean;
  readonly separator: '' | ' ';
  readonly style: string | undefined;
  readonly hasPicture: boolean;
}

type Levels = ReadonlyMap<number, Level>;

interface Numbering {
  /** Lists with the same shared id continue each other's numbers. */
  readonly sharedId: string;
  readonly levels: Levels;
  /** The levels that restart when a list first uses this numbering. */
  readonly restarted: ReadonlySet<number>;
}

/** The marker before a paragraph in a list. */
export interface ListMark {
  readonly listId: string;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly number: number;
  /** The label that Word shows, with the space after it. `undefined` for a bullet, or a plain number with a period. */
  readonly label: string | undefined;
  readonly format: string;
  /** The state of a check box that is the bullet of a task. */
  readonly isChecked?: boolean | undefined;
}

/** Bullets that are check boxes, as Pandoc writes them. */
const boxes: ReadonlyMap<string, boolean> = new Map([
  ['☐', false],
  ['☑', true],
  ['☒', true],
]);

const deepestLevel = 8;
/** The maximum length of a label. Word's own labels are shorter. */
const maxLabelText = 100;

/** The list numberings of a Word document, keyed by id. */
export class WordNumbering {
  readonly #numberings = new Map<string, Numbering>();

  constructor(root: XmlElement | undefined, styles: WordStyles) {
    const shared = new Map<string, XmlElement>();
    for (const each of childrenOf(root, 'w:abstractNum')) {
      shared.set(own(each.attributes, 'w:abstractNumId') ?? '', each);
    }
    const nums = new Map<string, XmlElement>();
    for (const num of childrenOf(root, 'w:num')) nums.set(own(num.attributes, 'w:numId') ?? '', num);
    const levelTables = new Map<string, Levels>();
    for (const [id, num] of nums) {
      const sharedId = valueOf(childOf(num, 'w:abstractNumId')) ?? '';
      const linked = valueOf(childOf(shared.get(sharedId), 'w:numStyleLink'));
      const linkedNum = linked === undefined ? undefined : nums.get(styles.numbering(linked)?.id ?? '');
      const definedId = valueOf(childOf(linkedNum, 'w:abstractNumId')) ?? sharedId;
      const levels = levelTables.get(definedId) ?? levelsIn(shared.get(definedId));
      levelTables.set(definedId, levels);
      this.#numberings.set(id, { sharedId: definedId, ...withOverrides(levels, num) });
    }
  }

  get(id: string): Numbering | undefined {
    return this.#numberings.get(id);
  }
}

function levelsIn(parent: XmlElement | undefined): Levels {
  const levels = childrenOf(parent, 'w:lvl').map((each) => [levelIndex(each), levelOf(each)] as const);
  return new Map(levels.filter(([index]) => index <= deepestLevel));
}

function levelIndex({ attributes }: XmlElement): number {
  return Number.parseInt(own(attributes, 'w:ilvl') ?? '', 10);
}

function levelOf(each: XmlElement): Level {
  const suffix = valueOf(childOf(each, 'w:suff'));
  return {
    start: numberOf(childOf(each, 'w:start')) ?? 0,
    format: valueOf(childOf(each, 'w:numFmt')) ?? 'decimal',
    text: (valueOf(childOf(each, 'w:lvlText')) ?? '').slice(0, maxLabelText),
    restartsAfter: numberOf(childOf(each, 'w:lvlRestart')),
    isLegal: toggleOf(childOf(each, 'w:isLgl')) ?? false,
    separator: suffix === 'nothing' ? '' : ' ',
    style: valueOf(childOf(each, 'w:pStyle')),
    hasPicture: childOf(each, 'w:lvlPicBulletId') !== undefined,
  };
}

function withOverrides(shared: Levels, num: XmlElement): Pick<Numbering, 'levels' | 'restarted'> {
  const overrides = childrenOf(num, 'w:lvlOverride');
  if (overrides.length === 0) return { levels: shared, restarted: new Set() };
  const levels = new Map(shared);
  const restarted = new Set<number>();
  for (const override of overrides) {
    const index = levelIndex(override);
    const replaced = childOf(override, 'w:lvl');
    if (replaced !== undefined) levels.set(index, levelOf(replaced));
    const start = numberOf(childOf(override, 'w:startOverride'));
    const level = levels.get(index);
    if (start === undefined || level === undefined) continue;
    levels.set(index, { ...level, start });
    restarted.add(index);
  }
  return { levels, restarted };
}

interface Count {
  /** The last number of each level, unless the level has restarted. */
  readonly numbers: (number | undefined)[];
  /** The number of lists so far. */
  lists: number;
}

/** Numbers the paragraphs of lists, in the order of the document. */
export class ListCounter {
  readonly #numbering: WordNumbering;
  readonly #counts = new Map<string, Count>();
  readonly #used = new Set<string>();

  constructor(numbering: WordNumbering) {
    this.#numbering = numbering;
  }

  /** Returns the list level that is linked to one of the paragraph styles. */
  levelOf(id: string, styles: readonly string[]): number | undefined {
    const levels = this.#numbering.get(id)?.levels ?? [];
    return [...levels].find(([, { style }]) => style !== undefined && styles.includes(style))?.[0];
  }

  /** Returns the marker of the next paragraph with this numbering, or `undefined` if the numbering has none. */
  next(id: string, level: number): ListMark | undefined {
    const numbering = this.#numbering.get(id);
    if (numbering === undefined) return undefined;
    const { sharedId, levels, restarted } = numbering;
    const at = Math.min(Math.max(level, 0), deepestLevel);
    const own = levels.get(at);
    if (own === undefined) return undefined;
    const count = this.#counts.get(sharedId) ?? { numbers: [], lists: 0 };
    this.#counts.set(sharedId, count);
    const { numbers } = count;
    if (!this.#used.has(id)) for (const each of restarted) numbers[each] = undefined;
    this.#used.add(id);
    if (numbers[0] === undefined) count.lists += 1;
    for (let above = 0; above < at; above += 1) numbers[above] ??= levels.get(above)?.start ?? 1;
    const last = numbers[at];
    const number = last === undefined ? own.start : last + 1;
    numbers[at] = number;
    for (let below = at + 1; below <= deepestLevel; below += 1) {
      if (at < (levels.get(below)?.restartsAfter ?? deepestLevel)) numbers[below] = undefined;
    }
    const mark = { listId: `${sharedId}-${count.lists}`, level: at, number, format: own.format };
    if (own.format === 'bullet') {
      // Without a visible bullet, the paragraph continues the item before it.
      if (own.text.trim() === '' && !own.hasPicture) return undefined;
      return { ...mark, isOrdered: false, label: undefined, isChecked: boxes.get(own.text.trim()) };
    }
    const text = labelText(own, levels, numbers);
    if (text.trim() === '') return undefined;
    const isPlain = number > 0 && own.format === 'decimal' && text === `${number}.`;
    return { ...mark, isOrdered: true, label: isPlain ? undefined : text + own.separator };
  }
}

function labelText(
  { text, isLegal }: Level,
  levels: Levels,
  numbers: readonly (number | undefined)[],
): string {
  return text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const format = levels.get(at)?.format ?? 'decimal';
    return formattedNumber(numbers[at] ?? 0, isLegal && format !== 'none' ? 'decimal' : format);
  });
}
