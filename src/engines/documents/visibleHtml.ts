import { Parser } from 'htmlparser2';
import { fault } from '../../contract/fault.ts';
import { own } from '../../util/own.ts';
import { ConversionError } from '../api/conversionError.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { percentDecoded } from '../../util/text.ts';
import { BreakRules, pageBreakTag } from './pageBreaks.ts';

const quotes = [
  ['“', '”'],
  ['‘', '’'],
] as const;

/** Limits the nesting of elements, because the parser's time grows with the square of the depth. */
const maxDepth = 1000;

const maxCssLength = 200_000;
/** Elements in which page breaks aren't supported. */
const unbroken: ReadonlySet<string> = new Set(['li', 'pre', 'table']);
const isVoid: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** The class of links to the headings that contain them, which pages only show under the mouse. */
const permalinkClass = /(?:^|\s)(?:headerlink|copiable-(?:anchor|link))(?:\s|$)/;
const mathClass = /(?:^|\s)math(?:\s|$)/;
const inlineFormula = String.raw`\(`;
const formula = /\s*(\\[([])[^<]*?\\[)\]]/y;

const hrefAttribute = /(\shref\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i;
/** The only namespace besides XHTML whose elements are read in a book's `epub:switch`. */
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

interface PageOptions {
  readonly isXml?: boolean;
  /** The page's own name, by which its links may refer to it. */
  readonly fileName?: string | undefined;
}

/** Replaces a part of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Rewrites an HTML page as a browser shows it: without hidden elements, with the quotation marks of `<q>`, with the
 * summary of `<details>` on its own line, with one alternative of each `<epub:switch>`, and with marks for the page
 * breaks in its styles.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function visibleHtml(html: string, { isXml = false, fileName }: PageOptions = {}): string {
  const edits: Edit[] = [];
  let hidden: { readonly start: number; readonly depth: number } | undefined;
  let depth = 0;
  let quoted = 0;
  let css: string | undefined;
  /** For each open `epub:switch`, true if one of its alternatives has been shown. */
  const switches: boolean[] = [];
  const isOtherAlternative = (name: string, attributes: Readonly<Record<string, string>>): boolean => {
    if (name.endsWith(':switch')) switches.push(false);
    if (!/:(?:case|default)$/.test(name) || switches.length === 0) return false;
    const isRead = name.endsWith(':default') || own(attributes, 'required-namespace') === mathNamespace;
    if (switches.at(-1) === true || !isRead) return true;
    switches[switches.length - 1] = true;
    return false;
  };
  const rules = new BreakRules();
  /**
   * The open elements. Flags say whether a page break follows an element, and whether page breaks inside it are
   * unsupported.
   */
  const open: { readonly breaksAfter: boolean; readonly isUnbroken: boolean }[] = [];
  const replace = (text: string): void => {
    if (hidden === undefined) edits.push({ start: parser.startIndex, end: parser.endIndex + 1, text });
  };
  const breakAt = (place: number): void => {
    if (hidden === undefined) edits.push({ start: place, end: place, text: pageBreakTag });
  };
  const parser = new Parser(
    {
      ontext(text) {
        if (css !== undefined && css.length < maxCssLength) css += text;
      },
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) throw new ConversionError(fault('document.depth'));
        const isOther = isOtherAlternative(name, attributes);
        if (hidden === undefined && (isOther || isHidden(name, attributes)))
          hidden = { start: parser.startIndex, depth };
        const isUnbroken = open.at(-1)?.isUnbroken === true;
        const breaks = isUnbroken ? undefined : rules.of(name, attributes);
        open.push({ breaksAfter: breaks?.after === true, isUnbroken: isUnbroken || unbroken.has(name) });
        if (breaks?.before === true) breakAt(parser.startIndex);
        if (name === 'style') css = '';
        if (name === 'q') replace(quotes[quoted % 2]?.[0] ?? '');
        if (name === 'q') quoted += 1;
        if (name === 'summary') replace('<div>');
        const place = name === 'a' ? placeIn(own(attributes, 'href') ?? '', fileName) : undefined;
        if (place !== undefined) {
          const tag = html.slice(parser.startIndex, parser.endIndex + 1);
          replace(tag.replace(hrefAttribute, (_, start: string) => `${start}"${escapeMarkup(place)}"`));
        }
        if (hidden === undefined && mathClass.test(own(attributes, 'class') ?? '')) {
          edits.push(...formulaEdits(html, name, parser.startIndex, parser.endIndex + 1));
        }
      },
      onclosetag(name, isImplied) {
        if (name === 'style' && css !== undefined) {
          rules.add(css);
          css = undefined;
        }
        const isEarlier = isImplied && parser.startIndex > 0 && !isVoid.has(name);
        if (open.pop()?.breaksAfter === true) breakAt(isEarlier ? parser.startIndex : parser.endIndex + 1);
        if (name === 'q' && quoted > 0) quoted -= 1;
        if (name === 'q' && !isImplied) replace(quotes[quoted % 2]?.[1] ?? '');
        if (name === 'summary' && !isImplied) replace('</div>');
        if (hidden?.depth === depth) {
          // The end tag of an outer element also closes this hidden element, but isn't a part of it.
          const isOther = isImplied && parser.startIndex > hidden.start;
          edits.push({
            start: hidden.start,
            end: isOther ? parser.startIndex : parser.endIndex + 1,
            text: '',
          });
          hidden = undefined;
        }
        if (name.endsWith(':switch')) switches.pop();
        depth -= 1;
      },
    },
    { xmlMode: isXml },
  );
  parser.end(html);
  return edited(html, edits);
}

/** Marks a formula whose TeX is in the delimiters that MathJax looks for, as Sphinx and Pandoc write it. */
function formulaEdits(html: string, name: string, start: number, end: number): Edit[] {
  formula.lastIndex = end;
  const [whole = '', opening] = formula.exec(html) ?? [];
  if (opening === undefined) return [];
  const close = end + whole.length - opening.length;
  const mode = opening === inlineFormula ? 'inline' : 'block';
  return [
    { start, end: end + whole.indexOf(opening) + opening.length, text: `<${name} data-math="${mode}">` },
    { start: close, end: close + opening.length, text: '' },
  ];
}

/** Returns the `#` and the name of a place, if the address leads to a place in the page itself. */
function placeIn(address: string, fileName: string | undefined): string | undefined {
  const hash = address.indexOf('#');
  const file = percentDecoded(address.slice(0, Math.max(0, hash))).replace(/^\.\//, '');
  return file !== '' && file === fileName ? address.slice(hash) : undefined;
}

/** Makes changes to a text, in its order. */
export function edited(html: string, edits: readonly Edit[]): string {
  let at = 0;
  const pieces: string[] = [];
  for (const { start, end, text } of edits) {
    pieces.push(html.slice(at, start), text);
    at = end;
  }
  return edits.length === 0 ? html : pieces.join('') + html.slice(at);
}

function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (own(attributes, 'hidden') !== undefined) return true;
  if (name === 'a' && permalinkClass.test(own(attributes, 'class') ?? '')) return true;
  if (name === 'dialog' && own(attributes, 'open') === undefined) return true;
  const displays = (own(attributes, 'style') ?? '')
    .split(';')
    .map((declaration) => declaration.trim().toLowerCase())
    .filter((declaration) => /^display\s*:/.test(declaration));
  return /^display\s*:\s*none\b/.test(displays.at(-1) ?? '');
}
