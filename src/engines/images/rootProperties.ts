import parse, { type CssNode } from 'css-tree/parser';
import { type DrawingStyles, textOf } from './drawingStyles.ts';

/** A selector that doesn't depend on other elements. */
const simpleSelector = /^(?:\*|svg)?(?:[.#][\w-]+|:root)*$/;
const names = /[.#][\w-]+/g;
/** Precedence of a `style` attribute, and of `!important`. */
const [rankOfAttribute, rankOfImportant] = [10_000, 100_000];

/** The property for the color from `background` and `background-color`. */
export const background = 'background-color';

export interface RootProperties {
  /** The root's custom properties, and its background. */
  readonly values: ReadonlyMap<string, string>;
  /** Custom properties that other elements set to other values. */
  readonly others: ReadonlySet<string>;
}

interface Declared {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Only considers rules at the top level, because those in sections such as `@supports` may not apply. */
export function rootProperties({ styles, root, otherNames }: DrawingStyles): RootProperties {
  const values = new Map<string, string>();
  const ranks = new Map<string, number>();
  const others = new Set<string>();
  const shared: Declared[] = [];
  const note = (declared: readonly Declared[], rank: number): void => {
    for (const { property, value, isImportant } of declared) {
      const full = rank + (isImportant ? rankOfImportant : 0);
      if (full < (ranks.get(property) ?? 0)) continue;
      ranks.set(property, full);
      values.set(property, value);
    }
  };
  const noteOthers = (declared: readonly Declared[]): void => {
    for (const { property } of declared) others.add(property);
  };
  const noteRule = (selector: string, declared: readonly Declared[]): void => {
    const used = selector.match(names) ?? [];
    const isUsed = used.every((name) => root.names.has(name) || otherNames.has(name));
    // Themes often contain rules for classes that a drawing doesn't have.
    if (selector === 'html' || !(isUsed || selector.includes('('))) return;
    if (!simpleSelector.test(selector) || !used.every((name) => root.names.has(name))) {
      noteOthers(declared);
      return;
    }
    note(declared, specificityOf(selector));
    if (!/^svg|:root/.test(selector) && used.every((name) => otherNames.has(name))) shared.push(...declared);
  };
  for (const { text, context } of styles) {
    if (context !== 'stylesheet') continue;
    for (const { type, prelude, block } of parse(text, { context, positions: true }).children) {
      if (type !== 'Rule') continue;
      const declared = declaredIn(block, text);
      for (const selector of textOf(prelude, text).split(',')) noteRule(selector.trim(), declared);
    }
  }
  for (const { text, context, isOfRoot } of styles) {
    if (context !== 'declarationList') continue;
    const declared = declaredIn(parse(text, { context, positions: true }), text);
    if (isOfRoot) note(declared, rankOfAttribute);
    else noteOthers(declared);
  }
  for (const { property, value } of shared) if (values.get(property) !== value) others.add(property);
  return { values, others };
}

function declaredIn(declarations: CssNode, css: string): Declared[] {
  return [...declarations.children].flatMap(({ type, property, value, important = false }) => {
    if (type !== 'Declaration' || typeof value === 'string') return [];
    const isBackground = property === 'background' || property === background;
    if (!isBackground && !property.startsWith('--')) return [];
    const text = textOf(value, css).trim();
    return [
      { property: isBackground ? background : property, value: text, isImportant: important !== false },
    ];
  });
}

function specificityOf(selector: string): number {
  const count = (part: RegExp): number => selector.match(part)?.length ?? 0;
  return 100 * count(/#/g) + 10 * count(/[.:]/g) + count(/^svg/g);
}
