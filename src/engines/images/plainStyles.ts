import parse, { type CssNode } from 'css-tree/parser';
import walk from 'css-tree/walker';
import { formatRgb } from 'culori';
import { decodeXML } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { escapeMarkup } from '../lib/escapeMarkup.ts';

/** CSS functions that librsvg doesn't support. */
const newerFunction = /(?:var|light-dark|oklch|oklab|lch|lab|hwb|color)\(/i;
const newerFunctions: ReadonlySet<string> = new Set(
  'var light-dark oklch oklab lch lab hwb color'.split(' '),
);
const mediaRule = /@media\b/i;
/** Media queries that apply to a picture on a screen in light mode. Their order doesn't matter. */
const appliedQueries: ReadonlySet<string> = new Set(['all', 'screen', '(prefers-color-scheme:light)']);
/** An entity that XML doesn't define. */
const ownEntity = /&(?!(?:amp|lt|gt|quot|apos);|#)/;
const cdataStart = '<![CDATA[';
/** Selectors of the root, with their precedence. */
const rootSelectors: ReadonlyMap<string, number> = new Map([
  ['*', 0],
  ['svg', 1],
  ['html', 1],
  [':root', 2],
  ['svg:root', 3],
]);
const [rankOfAttribute, rankOfImportant] = [4, 8];

/** Maximum length of a chain of custom properties that refer to each other. */
const maxDepth = 8;
const maxValueLength = 10_000;
/** Maximum number of replaced functions. A limit is needed because one property can expand to many others. */
const maxReplacements = 100_000;
/** Longer drawings are left unchanged, because css-tree takes quadratic time for broken style sheets. */
const maxLength = 4_000_000;
const maxAttributes = 20_000;
const maxStyleSheetLength = 64_000;

type Context = 'declarationList' | 'stylesheet' | 'value';

/**
 * Rewrites CSS that librsvg doesn't support: media queries that apply become ordinary rules, custom properties of the root become their values, `light-dark()` becomes
 * its light value, and newer color functions become `rgb()`. Keeps `var()` if elements other than the root also set the
 * property, because its value then depends on the element.
 */
export function withPlainStyles(svg: string): string {
  if (svg.length > maxLength || !(newerFunction.test(svg) || mediaRule.test(svg))) return svg;
  const found = stylesOf(svg);
  const sheets = found.filter(({ context }) => context === 'stylesheet');
  const sheetLength = sheets.reduce((sum, { text }) => sum + text.length, 0);
  if (found.length > maxAttributes || sheetLength > maxStyleSheetLength) return svg;
  const styles = found.map((style) => ({ ...style, text: appliedRules(style) }));
  const properties = rootProperties(styles);
  const changes = styles.flatMap(({ start, end, text, context }, index) => {
    const plain = withValues(text, context, properties, maxDepth);
    return plain === found[index]?.text
      ? []
      : [{ start, end, text: escapeMarkup(plain).replaceAll("'", '&apos;') }];
  });
  return replaced(svg, changes);
}

/** A piece of CSS in a drawing. */
interface Style {
  readonly start: number;
  readonly end: number;
  /** The CSS without escapes of XML. */
  readonly text: string;
  readonly context: Context;
  readonly isOfRoot: boolean;
}

const nothing = (): void => {};

/** Returns the contents of `style` elements, and the attributes that contain functions or custom properties. */
function stylesOf(svg: string): Style[] {
  const styles: Style[] = [];
  let [element, attribute] = ['', ''];
  let isOfRoot = true;
  let contentStart: number | undefined;
  const add = (start: number, end: number, context: Context): void => {
    const source = svg.slice(start, end);
    const isSection = source.includes(cdataStart);
    const text = isSection ? withoutSections(source) : decodeXML(source);
    if (isSection || !ownEntity.test(source)) styles.push({ start, end, text, context, isOfRoot });
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname: (start, end) => (element = svg.slice(start, end)),
      onattribname: (start, end) => (attribute = svg.slice(start, end)),
      onattribdata: (start, end) => {
        const text = svg.slice(start, end);
        const context = attribute === 'style' ? 'declarationList' : 'value';
        const hasProperties = context === 'declarationList' && text.includes('--');
        if (hasProperties || newerFunction.test(text)) add(start, end, context);
      },
      onopentagend: (end) => {
        isOfRoot = false;
        if (isStyleElement(element)) contentStart = end + 1;
      },
      onselfclosingtag: () => (isOfRoot = false),
      onclosetag: (nameStart, nameEnd) => {
        if (contentStart === undefined || !isStyleElement(svg.slice(nameStart, nameEnd))) return;
        add(contentStart, nameStart - '</'.length, 'stylesheet');
        contentStart = undefined;
      },
      onattribend: nothing,
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(svg);
  tokenizer.end();
  return styles;
}

function isStyleElement(name: string): boolean {
  return name === 'style' || name.endsWith(':style');
}

interface Properties {
  replacementsLeft: number;
  readonly ofRoot: ReadonlyMap<string, string>;
  /** Custom properties that other elements set, too. */
  readonly others: ReadonlySet<string>;
}

function rootProperties(styles: readonly Style[]): Properties {
  const ofRoot = new Map<string, string>();
  const ranks = new Map<string, number>();
  const others = new Set<string>();
  /** @param rank the precedence of a selector of the root; `undefined` for other elements */
  const note = (declarations: CssNode, text: string, rank: number | undefined): void => {
    for (const { property = '', value, important } of declarations.children) {
      if (!property.startsWith('--') || typeof value === 'string') continue;
      if (rank === undefined) {
        others.add(property);
        continue;
      }
      const full = rank + (important ? rankOfImportant : 0);
      if (full < (ranks.get(property) ?? 0)) continue;
      ranks.set(property, full);
      ofRoot.set(property, textOf(value, text).trim());
    }
  };
  for (const { text, context } of styles) {
    if (context !== 'stylesheet') continue;
    // Only top-level rules count. Those in other sections, such as `@supports`, may not apply.
    for (const rule of parse(text, { context, positions: true }).children) {
      if (rule.type !== 'Rule') continue;
      const selectors = textOf(rule.prelude, text).split(',');
      const selectorRanks = selectors.map((selector) => rootSelectors.get(selector.trim()));
      const known = selectorRanks.filter((rank) => rank !== undefined);
      note(rule.block, text, known.length === selectors.length ? Math.max(...known) : undefined);
    }
  }
  for (const { text, context, isOfRoot } of styles) {
    if (context === 'declarationList')
      note(parse(text, { context, positions: true }), text, isOfRoot ? rankOfAttribute : undefined);
  }
  return { replacementsLeft: maxReplacements, ofRoot, others };
}

/** Replaces CDATA marks with spaces. */
function withoutSections(css: string): string {
  return css.replaceAll(/<!\[CDATA\[|\]\]>/g, (mark) => ' '.repeat(mark.length));
}

/** Puts the rules of media queries that apply at the top level of a style sheet. */
function appliedRules({ text: css, context }: Style): string {
  if (context !== 'stylesheet' || !mediaRule.test(css)) return css;
  const changes: Change[] = [];
  for (const { type, name, prelude, block, loc } of parse(css, { context, positions: true }).children) {
    if (type !== 'Atrule' || name.toLowerCase() !== 'media' || !isApplied(textOf(prelude, css))) continue;
    const text = css.slice(block.loc.start.offset + 1, block.loc.end.offset - 1);
    changes.push({ start: loc.start.offset, end: loc.end.offset, text });
  }
  return replaced(css, changes);
}

function isApplied(queries: string): boolean {
  return queries.split(',').some((query) => {
    const conditions = query
      .toLowerCase()
      .replaceAll(/:\s/g, ':')
      .split(/\band\b/);
    return conditions.every((condition) => appliedQueries.has(condition.trim()));
  });
}

function textOf({ loc }: CssNode, css: string): string {
  return css.slice(loc.start.offset, loc.end.offset);
}

/** Replaces the outermost functions that librsvg doesn't support, if their values are known. */
function withValues(text: string, context: Context, properties: Properties, depth: number): string {
  if (!newerFunction.test(text)) return text;
  const changes: Change[] = [];
  let end = 0;
  walk(parse(text, { context, positions: true }), (node) => {
    const { type, name, loc } = node;
    if (type !== 'Function' || loc.start.offset < end || !newerFunctions.has(name.toLowerCase())) return;
    end = loc.end.offset;
    const value = valueOf(node, text, properties, depth);
    if (value !== undefined) changes.push({ start: loc.start.offset, end, text: value });
  });
  return replaced(text, changes);
}

function valueOf(call: CssNode, css: string, properties: Properties, depth: number): string | undefined {
  properties.replacementsLeft -= 1;
  if (depth === 0 || properties.replacementsLeft < 0) return undefined;
  const resolved = (text: string): string => withValues(text, 'value', properties, depth - 1);
  const { start } = call.loc;
  const content = css.slice(start.offset + call.name.length + 1, call.loc.end.offset - 1);
  const comma = [...call.children].find(({ type, value }) => type === 'Operator' && value === ',');
  const commaAt = comma && comma.loc.start.offset - start.offset - call.name.length - 1;
  const first = content.slice(0, commaAt).trim();
  switch (call.name.toLowerCase()) {
    case 'light-dark':
      return resolved(first);
    case 'var': {
      if (properties.others.has(first)) return undefined;
      const fallback = commaAt === undefined ? undefined : content.slice(commaAt + 1).trim();
      const value = properties.ofRoot.get(first) ?? fallback;
      const plain = value === undefined ? undefined : resolved(value);
      return plain !== undefined && plain.length <= maxValueLength ? plain : undefined;
    }
    default:
      return formatRgb(`${call.name}(${resolved(content)})`);
  }
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param changes in order, without overlaps */
function replaced(text: string, changes: readonly Change[]): string {
  let [written, at] = ['', 0];
  for (const change of changes) {
    written += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return written + text.slice(at);
}
