import type { Element } from 'hast';
import { formatHex, parse } from 'culori';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { textProperty } from '../tree/document.ts';

export type Declarations = ReadonlyMap<string, string>;

/** The properties that are read, by what they may come from: any rule, or only one for a class or an id. */
const anyRule = wordsIn(
  'break-after break-before clip clip-path display height left opacity overflow page-break-after page-break-before position right text-indent top visibility width',
);
const ofClasses = wordsIn(
  'background background-color background-image color font-size font-style font-weight text-align text-decoration text-decoration-line vertical-align',
);
const inAttributes: ReadonlySet<string> = new Set([...anyRule, ...ofClasses, 'margin-left', 'white-space']);

const simpleSelector = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)$/i;
const breaking = /^(?:always|page|left|right|recto|verso)\b/;
const maxCssLength = 1_000_000;
/** The maximum number of rules for a name, a class, or an id, since each is compared with each of its elements. */
const maxRules = 100;

interface Rule {
  readonly name: string;
  readonly marks: readonly string[];
  readonly declarations: Declarations;
  /** Of two rules, the one with the higher rank wins. */
  readonly rank: number;
}

/** The rules in a page's style sheets whose selectors consist of an element's name, classes, and an id. */
export class StyleSheets {
  readonly #rules = new Map<string, Rule[]>();
  readonly #found = new Map<string, Declarations>();
  #count = 0;
  #length = 0;
  /** False if other rules may set the background. */
  isBackgroundKnown = true;

  add(css: string): void {
    this.#length += css.length;
    if (this.#length > maxCssLength) return;
    const [first = '', ...others] = css.split('/*');
    const plain = [first, ...others.map((each) => each.slice(each.indexOf('*/') + 2))].join(' ');
    const open: string[] = [];
    const parts = plain.split(/([{}])/);
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const text = parts[at] ?? '';
      if (parts[at + 1] === '{') open.push(text.slice(text.lastIndexOf(';') + 1).trim());
      else {
        const prelude = open.pop() ?? '';
        if (!prelude.startsWith('@')) this.#addRule(prelude, text, open.join(' '));
      }
    }
  }

  #addRule(selectors: string, text: string, conditions: string): void {
    const isPrint = /^@media\b.*\bprint\b/.test(conditions);
    if (conditions !== '' && !isPrint && !/^@(?:layer|supports)|^@media (?:all|screen)$/.test(conditions))
      return;
    const all = declarationsIn(text, inAttributes);
    const declarations = isPrint ? only(all, (name) => name.includes('break-')) : all;
    if (declarations.size === 0) return;
    for (const selector of selectors.split(',')) {
      const [, name = '', marked = ''] = simpleSelector.exec(selector.trim()) ?? [];
      const marks = marked.match(/[.#][\w-]+/g) ?? [];
      if (name + marked === '') {
        if (declarations.has('background') || declarations.has('background-color'))
          this.isBackgroundKnown = false;
        continue;
      }
      const key = marks.at(-1) ?? name.toLowerCase();
      const rules = this.#rules.get(key) ?? [];
      this.#rules.set(key, rules);
      if (rules.length >= maxRules) continue;
      this.#count += 1;
      const isId = marked.includes('#');
      const rank = (isId ? 1e9 : 0) + marks.length * 1e8 + (name === '' ? 0 : 1e7) + this.#count;
      const isRead = (each: string): boolean =>
        anyRule.has(each) || (marks.length > 0 && ofClasses.has(each));
      rules.push({ name: name.toLowerCase(), marks, declarations: only(declarations, isRead), rank });
    }
  }

  /** Returns the declarations for an element: those of its old attributes, of style sheets, and of its `style`. */
  declarationsFor(node: Element): Declarations {
    const style = textProperty(node, 'style');
    const all = [
      ofAttributes(node),
      this.#fromRules(node),
      style === undefined ? none : declarationsIn(style, inAttributes),
    ];
    const [only = none, ...others] = all.filter(({ size }) => size > 0);
    return others.length === 0 ? only : new Map([only, ...others].flatMap((each) => [...each]));
  }

  #fromRules({ tagName, properties: { className, id } }: Element): Declarations {
    if (this.#rules.size === 0) return none;
    const classes = Array.isArray(className) ? className.map((each) => `.${each}`) : [];
    const marks = typeof id === 'string' ? [...classes, `#${id}`] : classes;
    const key = [tagName, ...marks].join(' ');
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const has = new Set(marks);
    const rules = [tagName, ...has]
      .flatMap((mark) => this.#rules.get(mark) ?? [])
      .filter(
        (rule) => (rule.name === '' || rule.name === tagName) && rule.marks.every((mark) => has.has(mark)),
      )
      .toSorted((one, other) => one.rank - other.rank);
    const found = new Map(rules.flatMap(({ declarations }) => [...declarations]));
    this.#found.set(key, found);
    return found;
  }
}

const none: Declarations = new Map();

function only(declarations: Declarations, isKept: (name: string) => boolean): Declarations {
  return new Map([...declarations].filter(([name]) => isKept(name)));
}

function declarationsIn(css: string, names: ReadonlySet<string>): Declarations {
  const declarations = css.split(';').map((each): [string, string] => {
    const colon = each.indexOf(':');
    const value =
      each
        .slice(colon + 1)
        .toLowerCase()
        .split('!', 1)[0] ?? '';
    return [each.slice(0, Math.max(0, colon)).trim().toLowerCase(), value.trim()];
  });
  return new Map(declarations.filter(([name]) => names.has(name)));
}

/** Sizes of `<font size>` in points. */
const fontSizes = ['7.5pt', '10pt', '12pt', '13.5pt', '18pt', '24pt', '36pt'];

function ofAttributes(node: Element): Declarations {
  const align = node.tagName === 'center' ? 'center' : textProperty(node, 'align');
  const background = textProperty(node, 'bgColor');
  const [color, size] = node.tagName === 'font' ? [textProperty(node, 'color'), node.properties['size']] : [];
  if (align === undefined && background === undefined && color === undefined && size === undefined)
    return none;
  const step = /^[+-]/.test(String(size)) ? Number(size) + 3 : Number(size);
  const points = fontSizes[Math.min(Math.max(step, 1), fontSizes.length) - 1];
  const declarations: Record<string, string | undefined> = {
    'text-align': align?.toLowerCase(),
    'background-color': background && withSign(background),
    color: color && withSign(color),
    'font-size': points,
  };
  return new Map(
    Object.entries(declarations).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** Old pages may lack the sign of a color. */
function withSign(color: string): string {
  return /^[\da-f]{6}$/i.test(color) ? `#${color}` : color;
}

/** True if an element is neither shown nor takes any room. */
export function isLeftOut(declarations: Declarations): boolean {
  const of = (name: string): string => declarations.get(name) ?? '';
  if (/^none\b/.test(of('display')) || /^0(?:\.0*)?%?$/.test(of('opacity'))) return true;
  if (isFarOff(of('text-indent'))) return true;
  if (of('overflow') === 'hidden' && isTiny(of('width')) && isTiny(of('height'))) return true;
  if (!/^(?:absolute|fixed)$/.test(of('position'))) return false;
  if (/^inset\((?:50|100)%/.test(of('clip-path')) || /^rect\((?:[01](?:px)?[\s,)]+){4}/.test(of('clip')))
    return true;
  return ['left', 'right', 'top'].some((side) => isFarOff(of(side)));
}

function isFarOff(length: string): boolean {
  return (pointsIn(length) ?? 0) < -350;
}

function isTiny(length: string): boolean {
  return length !== '' && (pointsIn(length) ?? 9) < 1;
}

/** The page breaks before and after an element. */
export function breaksAround(declarations: Declarations): {
  readonly before: boolean;
  readonly after: boolean;
} {
  const isAt = (side: string): boolean =>
    [`break-${side}`, `page-break-${side}`].some((name) => breaking.test(declarations.get(name) ?? ''));
  return { before: isAt('before'), after: isAt('after') };
}

const unitPoints: Readonly<Record<string, number>> = {
  '': 0.75,
  px: 0.75,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 28.35,
  mm: 2.835,
};
/** The size of text that has no other. */
export const basePoints = 12;
const sizeNames: Readonly<Record<string, number>> = {
  'xx-small': 7,
  'x-small': 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
};

/** Returns a length in points. Relative ones are relative to `base`. */
export function pointsIn(length: string, base: number = basePoints): number | undefined {
  const [, digits, unit = ''] = /^([+-]?[\d.]{1,20})\s?([a-z%]{0,5})$/.exec(length) ?? [];
  const number = Number(digits ?? 'NaN');
  if (digits === undefined || Number.isNaN(number)) return ownValue(sizeNames, length);
  if (unit === '%') return (number / 100) * base;
  if (unit === 'em') return number * base;
  if (unit === 'rem') return number * basePoints;
  const points = ownValue(unitPoints, unit);
  return points === undefined ? undefined : Math.round(number * points * 100) / 100;
}

/** Returns a color as `#rrggbb`, or `transparent`, or `undefined` if it isn't a color of its own. */
export function colorIn(value: string): string | undefined {
  const color = value.length > 100 ? undefined : parse(value);
  return color?.alpha === 0 ? 'transparent' : formatHex(color);
}
