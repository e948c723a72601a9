import type { OfficeContentNode } from 'officeparser';
import { own } from '../../util/own.ts';

/** The HTML tag that officeparser reads as a page break. */
export const pageBreakTag = '<hr class="page-break"/>';

/** The page breaks before and after an element. */
interface Breaks {
  readonly before: boolean;
  readonly after: boolean;
}

export const noBreaks: Breaks = { before: false, after: false };
const declaration =
  /(?<![\w-])(?:page-)?break-(before|after)\s{0,9}:\s{0,9}(?:always|page|left|right|recto|verso)\b/gi;
const simpleSelector = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)$/i;

/** The maximum number of CSS rules, since each element is compared with each rule. */
const maxRules = 100;

/** Returns the page breaks in CSS declarations. */
export function breaksIn(style: string): Breaks {
  const sides = new Set(Array.from(style.matchAll(declaration), ([, side]) => side?.toLowerCase()));
  return { before: sides.has('before'), after: sides.has('after') };
}

/**
 * The rules in an HTML page's style sheets that set page breaks. Supports selectors that consist of an element name,
 * classes, and ids.
 */
export class BreakRules {
  readonly #rules: { readonly name: string; readonly marks: readonly string[]; readonly breaks: Breaks }[] =
    [];

  add(css: string): void {
    const [first = '', ...others] = css.split('/*');
    const plain = [first, ...others.map((each) => each.slice(each.indexOf('*/') + 2))].join(' ');
    for (const block of plain.split('}')) {
      if (this.#rules.length >= maxRules) return;
      const at = block.lastIndexOf('{');
      const breaks = at < 0 ? noBreaks : breaksIn(block.slice(at + 1));
      if (!breaks.before && !breaks.after) continue;
      const selectors = block.slice(block.lastIndexOf('{', at - 1) + 1, at);
      for (const selector of selectors.split(',')) {
        const [, name = '', marks = ''] = simpleSelector.exec(selector.trim()) ?? [];
        if (name + marks === '') continue;
        this.#rules.push({ name: name.toLowerCase(), marks: marks.match(/[.#][\w-]+/g) ?? [], breaks });
      }
    }
  }

  /** Returns the page breaks around an element. */
  of(name: string, attributes: Readonly<Record<string, string>>): Breaks {
    const style = breaksIn(own(attributes, 'style') ?? '');
    if (this.#rules.length === 0) return style;
    const classes = (own(attributes, 'class') ?? '').split(/\s+/).map((each) => `.${each}`);
    const marks = new Set([...classes, `#${own(attributes, 'id')}`]);
    const all = this.#rules
      .filter(
        (rule) => (rule.name === '' || rule.name === name) && rule.marks.every((mark) => marks.has(mark)),
      )
      .map(({ breaks }) => breaks);
    return {
      before: style.before || all.some(({ before }) => before),
      after: style.after || all.some(({ after }) => after),
    };
  }
}

function isPageBreak(node: OfficeContentNode): boolean {
  return node.type === 'break' && node.metadata?.breakType === 'page';
}

function isEmpty({ type, children = [], text = '' }: OfficeContentNode): boolean {
  return type === 'paragraph' && children.length === 0 && text === '';
}

/** Removes page breaks that would leave a page empty: at the beginning, at the end, and after another page break. */
export function withoutEmptyPages(content: readonly OfficeContentNode[]): OfficeContentNode[] {
  const kept: OfficeContentNode[] = [];
  let pending: OfficeContentNode | undefined;
  for (const wrapped of content) {
    const [only, ...others] = wrapped.type === 'paragraph' ? (wrapped.children ?? []) : [];
    const node = only !== undefined && others.length === 0 && isPageBreak(only) ? only : wrapped;
    if (isPageBreak(node)) pending = node;
    else {
      if (pending !== undefined && !isEmpty(node)) {
        if (!kept.every(isEmpty)) kept.push(pending);
        pending = undefined;
      }
      kept.push(node);
    }
  }
  return kept;
}
