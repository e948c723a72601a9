import { ownValue } from '../../../util/ownValue.ts';
import { roman } from '../tree/listNumbers.ts';
import { childOf, childrenOf, elementsBy, numberOf, toggleOf, valueOf, type XmlElement } from '../xmlTree.ts';
import { indentOf, type WordStyles } from './styles.ts';

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
  /** The indentation of the text, in twentieths of a point. */
  readonly indent: number | undefined;
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
  /** False if Word shows no marker, so that the paragraph continues the item before it. */
  readonly isShown: boolean;
  readonly number: number;
  /** The label that Word shows, with the space after it. `undefined` for a bullet, or a plain number with a period. */
  readonly label?: string | undefined;
  readonly format: string;
  /** The state of a check box that is the bullet of a task. */
  readonly isChecked?: boolean | undefined;
  readonly indent?: number | undefined;
}

/** Returns the marker of an item with a bullet. */
export function bulletMark(level: number): ListMark {
  return { listId: '', level, isShown: true, number: 1, format: 'bullet' };
}

export function isOrdered({ format }: ListMark): boolean {
  return format !== 'bullet';
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
    const shared = elementsBy('w:abstractNumId', childrenOf(root, 'w:abstractNum'));
    const nums = elementsBy('w:numId', childrenOf(root, 'w:num'));
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
  return Number.parseInt(ownValue(attributes, 'w:ilvl') ?? '', 10);
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
    indent: indentOf(childOf(each, 'w:pPr')),
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
    const { format, indent } = own;
    const mark = { listId: `${sharedId}-${count.lists}`, level: at, number, format, indent };
    if (format === 'bullet') {
      const bullet = own.text.trim();
      const isShown = bullet !== '' || own.hasPicture;
      return { ...mark, isShown, isChecked: boxes.get(bullet) };
    }
    const text = labelText(own, levels, numbers).slice(0, maxLabelText);
    const isPlain = format === 'decimal' && text === `${number}.`;
    const label = isPlain ? undefined : text + own.separator;
    return { ...mark, isShown: text.trim() !== '', label };
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

/** The highest values to write as letters and as Roman numerals, to limit their length. */
const maxLetters = 26 * 30;
const maxRoman = 32_767;
const han = '〇一二三四五六七八九';
const fullWidth = '０１２３４５６７８９';
/** Letters that are doubled after the last one: y, z, aa, bb. */
const alphabets: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
};
/** Signs that begin again after the last one. */
const cycles: Readonly<Record<string, string>> = {
  aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
};
const digits: Readonly<Record<string, string>> = {
  decimalFullWidth: fullWidth,
  decimalFullWidth2: fullWidth,
  ideographDigital: han,
  japaneseDigitalTenThousand: han,
  taiwaneseDigital: han,
};

/** Formats a list number in one of Word's formats (ECMA-376, part 1, 17.18.59). Uses decimal numbers for rare formats. */
function formattedNumber(value: number, format: string): string {
  const lower = format.replace(/^upper/, 'lower').replace(/Upper$/, 'Lower');
  if (lower !== format) return formattedNumber(value, lower).toUpperCase();
  const signs = ownValue(digits, format);
  if (signs !== undefined) return String(value).replaceAll(/\d/g, (digit) => signs[Number(digit)] ?? digit);
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  if (format === 'ordinal') return `${value}${ordinalEnding(value)}`;
  return (value < 1 ? undefined : signOf(value, format)) ?? String(value);
}

/** Formats a positive number in one of the formats that don't have all numbers. */
function signOf(value: number, format: string): string | undefined {
  const alphabet = ownValue(alphabets, format);
  if (alphabet !== undefined && value <= maxLetters)
    return alphabet[(value - 1) % alphabet.length]?.repeat(Math.ceil(value / alphabet.length));
  const cycle = ownValue(cycles, format.replace(/FullWidth$/, ''));
  if (cycle !== undefined) return cycle[(value - 1) % cycle.length];
  if (format === 'lowerRoman' && value <= maxRoman) return roman(value);
  if (/^decimalEnclosedCircle(?:Chinese)?$/.test(format) && value <= 20)
    return String.fromCodePoint(0x245f + value);
  return /^(?:chinese|japanese|taiwanese)Counting(?:Thousand)?$/.test(format) ? counted(value) : undefined;
}

function ordinalEnding(value: number): string {
  const isTeen = Math.floor((value % 100) / 10) === 1;
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th';
}

/** Writes a number below 100 in Chinese or Japanese, which is enough for lists: 十二, 三十. */
function counted(value: number): string | undefined {
  if (value > 99) return undefined;
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  return `${tens > 1 ? han[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? han[ones] : ''}`;
}
