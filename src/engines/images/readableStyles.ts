import parse, { type CssNode } from 'css-tree/parser';
import walk from 'css-tree/walker';
import { formatRgb } from 'culori';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import {
  type Context,
  newerFunction,
  type Root,
  type Style,
  stylesOf,
  textOf,
  background,
  type RootProperties,
  rootProperties,
} from './drawingStyles.ts';

const newerFunctions: ReadonlySet<string> = new Set(
  'var light-dark oklch oklab lch lab hwb color'.split(' '),
);
const mediaRule = /@media\b/i;
/** Media queries that apply to a picture on a screen in light mode. Their order doesn't matter. */
const appliedQueries: ReadonlySet<string> = new Set([
  'all',
  'screen',
  'only screen',
  'not print',
  '(prefers-color-scheme:light)',
  '(prefers-reduced-motion:no-preference)',
]);
/** Content whose size depends on the default font size, which is 12 pixels in librsvg and 16 in browsers. */
const fontSized = /<(?:[\w-]+:)?text\b|\d(?:em|ex)\b/;
const defaultFontSize = ' font-size="16"';
/** Selectors that depend on an element's position, which an added background would change. */
export const positional = /[+~]|:(?:first|nth|only)-child/;

/** Maximum length of a chain of custom properties that refer to each other. */
const maxDepth = 8;
const maxValueLength = 10_000;
/** Maximum number of replaced functions. A limit is needed because one property can expand to many others. */
const maxReplacements = 100_000;
/** Longer drawings are left unchanged, because css-tree takes quadratic time for broken style sheets. */
export const maxLength = 4_000_000;
const maxAttributes = 20_000;
export const maxStyleSheetLength = 64_000;

/**
 * Rewrites CSS that librsvg doesn't support: media queries that apply become ordinary rules, custom properties of the root
 * become their values, `light-dark()` becomes its light value, and newer color functions become `rgb()`. Keeps `var()` if
 * elements other than the root also set the property, because its value then depends on the element. The root gets the
 * background color and the font size that it has in browsers.
 */
export function withReadableStyles(svg: string): string {
  if (svg.length > maxLength) return svg;
  const drawing = stylesOf(svg);
  const sheets = drawing.styles.filter(({ context }) => context === 'stylesheet');
  const sheetLength = sheets.reduce((sum, { text }) => sum + text.length, 0);
  if (drawing.styles.length > maxAttributes || sheetLength > maxStyleSheetLength) return svg;
  const styles = drawing.styles.map((style) => ({ ...style, text: appliedRules(style) }));
  const properties = { ...rootProperties({ ...drawing, styles }), replacementsLeft: maxReplacements };
  const changes = styles.flatMap(({ start, end, text, context }, index) => {
    const plain = withValues(text, context, properties, maxDepth);
    return plain === drawing.styles[index]?.text
      ? []
      : [{ start, end, text: escapeMarkup(plain).replaceAll("'", '&apos;') }];
  });
  const { root } = drawing;
  if (!root.attributes.has('font-size') && fontSized.test(svg))
    changes.push({ start: root.nameEnd, end: root.nameEnd, text: defaultFontSize });
  const painted = withValues(properties.values.get(background) ?? '', 'value', properties, maxDepth);
  const parts = [...parse(painted, { context: 'value', positions: true }).children];
  const color = parts.map((part) => formatRgb(textOf(part, painted))).find((each) => each !== undefined);
  if (color !== undefined && root.tagEnd > 0 && !sheets.some(({ text }) => positional.test(text)))
    changes.push({ start: root.tagEnd, end: root.tagEnd, text: backgroundOf(root, color) });
  return replaced(
    svg,
    changes.toSorted((one, other) => one.start - other.start),
  );
}

/**
 * Returns an element that covers the drawing, even if its view box has another shape than its size. Style sheets rarely
 * apply to polygons.
 */
function backgroundOf({ name, attributes }: Root, color: string): string {
  const box = attributes.get('viewBox')?.match(/[-+.\de]+/gi) ?? [];
  const [x = 0, y = 0, width = 1000, height = 1000] = box.map(Number);
  const margin = 50 * Math.max(width, height);
  const [left, top, right, bottom] = [x - margin, y - margin, x + width + margin, y + height + margin];
  const style = `fill:${color}!important;fill-opacity:1!important;opacity:1!important;stroke:none!important`;
  const points = `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`;
  return `<${name.slice(0, name.lastIndexOf(':') + 1)}polygon points="${points}" style="${style}"/>`;
}

/** Puts the rules of media queries that apply at the top level of a style sheet. */
function appliedRules({ text, media, context }: Style): string {
  const css = context === 'stylesheet' && media !== '' ? `@media ${media}{${text}}` : text;
  if (context !== 'stylesheet' || !mediaRule.test(css)) return css;
  const changes: Change[] = [];
  for (const { type, name, prelude, block, loc } of parse(css, { context, positions: true }).children) {
    if (type !== 'Atrule' || name.toLowerCase() !== 'media' || !isApplied(textOf(prelude, css))) continue;
    const rules = css.slice(block.loc.start.offset + 1, block.loc.end.offset - 1);
    changes.push({ start: loc.start.offset, end: loc.end.offset, text: rules });
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

interface Properties extends RootProperties {
  replacementsLeft: number;
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
      const value = properties.values.get(first) ?? fallback;
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
