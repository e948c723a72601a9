import { plainColor } from './colors.ts';
import { argumentsOf, replaceCalls } from './cssCalls.ts';

const declaration = /(--[\w-]+)\s*:([^;}]*)/g;
const rootSelector = /(?:^|,)\s*(?:svg|:root|svg:root|html|\*)\s*(?=,|$)/;
const styleElement = /(<(?:\w+:)?style\b[^<>]*>)([^]*?)(<\/(?:\w+:)?style\s*>)/gi;
const attributeValue = /=\s*(?:"[^"<]*"|'[^'<]*')/g;
const newerFunction = /(?:var|light-dark|oklch|oklab)\(/i;
const maxDepth = 8;
const maxValue = 10_000;
const maxCalls = 100_000;

/**
 * The drawing with styles that older renderers know: custom properties of the root have their values, `light-dark()` its light one, and
 * colors of OKLab those of sRGB. A property that other elements set depends on where it is used, and stays.
 */
export function withPlainStyles(svg: string): string {
  if (!newerFunction.test(svg)) return svg;
  const properties = rootProperties(svg);
  const plain = (style: string): string =>
    newerFunction.test(style) ? withValues(style, properties, maxDepth) : style;
  return svg
    .replaceAll(styleElement, (_, start: string, style: string, end: string) => start + plain(style) + end)
    .replaceAll(attributeValue, plain);
}

interface Properties {
  /** How many calls may still be replaced, since properties can stand for one another many times. */
  left: number;
  readonly ofRoot: ReadonlyMap<string, string>;
  /** Those that some other element may change. */
  readonly others: ReadonlySet<string>;
}

function rootProperties(svg: string): Properties {
  const ofRoot = new Map<string, string>();
  const others = new Set<string>();
  const note = (declarations: string, isRoot: boolean): void => {
    for (const [, name = '', value = ''] of declarations.matchAll(declaration)) {
      if (isRoot) ofRoot.set(name, value.trim());
      else others.add(name);
    }
  };
  for (const [, , style = ''] of svg.matchAll(styleElement)) {
    for (const { selector, declarations } of rulesOf(style)) note(declarations, rootSelector.test(selector));
  }
  const root = /<(?:\w+:)?svg\b[^<>]*>/.exec(svg);
  const rest = root ? svg.slice(root.index + root[0].length) : svg;
  note(/\sstyle\s*=\s*["']([^<>]*)/.exec(root?.[0] ?? '')?.[1]?.split(/["']/)[0] ?? '', true);
  for (const [value] of rest.replaceAll(styleElement, '').matchAll(attributeValue))
    note(value.slice(1, -1), false);
  return { left: maxCalls, ofRoot, others };
}

/** The rules that always hold: those of `@media` and the like may not, and a plain picture is light. */
function rulesOf(style: string): { selector: string; declarations: string }[] {
  const rules: { selector: string; declarations: string }[] = [];
  const css = style.replaceAll(/\/\*[^]*?\*\//g, ' ').replaceAll(/<!\[CDATA\[|\]\]>/g, ' ');
  let [depth, start, selector] = [0, 0, ''];
  for (const { 0: mark, index } of css.matchAll(/[{};]/g)) {
    if (mark === '{') {
      if (depth === 0) [selector, start] = [css.slice(start, index).trim(), index + 1];
      depth += 1;
    } else if (mark === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      if (!selector.startsWith('@')) rules.push({ selector, declarations: css.slice(start, index) });
      start = index + 1;
    } else if (depth === 0) start = index + 1;
  }
  return rules;
}

function withValues(style: string, properties: Properties, depth: number): string {
  return replaceCalls(style, (name, content) => {
    properties.left -= 1;
    if (properties.left < 0) return undefined;
    const inner = depth > 0 ? withValues(content, properties, depth - 1) : content;
    const parts = argumentsOf(inner);
    if (name === 'light-dark') return parts[0]?.trim();
    if (name !== 'var') return plainColor(name, inner);
    const property = parts[0]?.trim() ?? '';
    if (properties.others.has(property)) return undefined;
    const value =
      properties.ofRoot.get(property) ?? (parts.length > 1 ? parts.slice(1).join(',').trim() : undefined);
    if (value === undefined || depth === 0) return undefined;
    const resolved = withValues(value, properties, depth - 1);
    return resolved.length > maxValue ? undefined : resolved;
  });
}
