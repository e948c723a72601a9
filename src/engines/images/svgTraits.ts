import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { Parser } from 'htmlparser2';
import type { Traits } from '../../contract/losses.ts';
import { own } from '../../util/own.ts';
import { newerFunction, textOf } from './drawingStyles.ts';
import { maxLength, maxStyleSheetLength, positional, withPlainStyles } from './plainStyles.ts';

const animatedElement = /^(?:animate(?:Color|Motion|Transform)?|set)$/;
const animatedProperty = /^(?:-\w+-)?(?:animation|transition)/;
/** Attributes that contain no styles. */
const unstyled = /:|^(?:aria-|data-|on|(?:class|d|id|label|name|points|scale|title|translate|viewBox)$)/;
/** Styles of the root that browsers apply to the box of the whole drawing. */
const boxStyle = /(?:^|[\s;])(?:border|padding|transform)[a-z-]*\s*:/;
const identity = /rotate\(0\)|matrix\(1,\s?0,\s?0,\s?1,\s?0,\s?0\)|none/g;
const unlinkedElements: ReadonlySet<string> = new Set(['a', 'script']);
const hrefs: ReadonlySet<string> = new Set(['href', 'xlink:href']);
const localAddress = /^\s*(?:#|data:|$)/i;
const address = /url\(\s*["']?([^"')]{0,9})/gi;

/** Properties and attributes that librsvg ignores, unless they have their default. */
const undrawnProperties: ReadonlySet<string> = new Set(
  (
    'all background-image lighting-color mask-image outline pathLength rotate scale systemLanguage text-shadow text-transform ' +
    'textLength transform-box transform-origin translate word-spacing'
  ).split(' '),
);
const defaults = /^(?:0(?:px)?|0(?:px)?[ ,]0(?:px)?|auto|none|normal|view-box|#fff(?:fff)?|white)$/i;
const severalNumbers = /[\d.%a-z][\s,]+[-+.\d]/i;
/** Values that librsvg ignores or draws differently, by their property. */
const undrawnValues: Readonly<Record<string, RegExp>> = {
  background: /url\(/i,
  'color-interpolation': /linearRGB/i,
  dx: severalNumbers,
  dy: severalNumbers,
  // Filter functions work on sRGB colors in browsers, and on linear colors in librsvg.
  filter: /\b(?:blur|brightness|contrast|grayscale|hue-rotate|invert|saturate|sepia)\(/i,
  'font-variant': /caps/i,
  'font-variant-caps': /caps/i,
  'mix-blend-mode': /plus/i,
  transform: /%/,
  'white-space': /pre|spaces/i,
  x: severalNumbers,
  y: severalNumbers,
};
const undrawnValue =
  /^(?:initial|unset|revert|revert-layer)$|\(\s*from\b|(?:^|[\s(,])[-+]?[\d.]+(?:rem|v[hw]|vmin|vmax|ch|q)\b/i;
const undrawnRules: ReadonlySet<string> = new Set(['container', 'font-face', 'layer', 'scope', 'supports']);
/** Media queries that never apply to a picture on a screen in light mode. */
const unappliedMedia = /\b(?:print|dark|reduce|more|active|hover)\b/i;
/** Pseudo-classes that librsvg supports, or that need a user. */
const drawnSelectors =
  /^(?:active|empty|focus.*|hover|link|not|root|target|visited|(?:first|last|only|nth).*)$/;
/** The functions in values that librsvg draws, with the same result in any color scheme. */
export const drawnFunctions: ReadonlySet<string> = new Set(
  (
    'url format local rgb rgba hsl hsla hwb lab lch oklab oklch matrix translate translatex translatey scale scalex scaley ' +
    'rotate skewx skewy blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia ' +
    'not nth-child nth-last-child nth-of-type nth-last-of-type'
  ).split(' '),
);
const functionCall = /(?:^|[("',\s])([a-z][\w-]*)\(/gi;

/**
 * Detects features of a drawing that pictures can't have, that librsvg doesn't draw even though browsers do, and that are
 * in other files. Returns `newerStyles` only if it finds some.
 */
export function svgTraits(source: string): Traits {
  if (source.length > maxLength) return { vector: true };
  const traits = new SvgTraits();
  const svg = withPlainStyles(source);
  let styleSheet: string | undefined;
  let isRoot = true;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = name.slice(name.indexOf(':') + 1);
        if (isRoot) traits.newerStyles = isBox(attributes);
        isRoot = false;
        traits.animation ||= animatedElement.test(element);
        traits.newerStyles ||= element === 'foreignObject';
        for (const [attribute, value] of Object.entries(attributes)) {
          if (attribute === 'style') traits.addStyles(value, 'declarationList');
          else if (!hrefs.has(attribute)) {
            if (!unstyled.test(attribute)) traits.add(attribute, value);
          } else if (!unlinkedElements.has(element)) {
            traits.linkedFiles ||= !localAddress.test(value);
            traits.newerStyles ||= element === 'feImage' && value.startsWith('#');
          }
        }
        if (element === 'style') styleSheet = '';
      },
      ontext: (text) => {
        if (styleSheet !== undefined) styleSheet += text;
      },
      onclosetag: () => {
        if (styleSheet !== undefined) traits.addStyles(styleSheet, 'stylesheet');
        styleSheet = undefined;
      },
      onprocessinginstruction: (name) => (traits.linkedFiles ||= name === '?xml-stylesheet'),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return traits.found();
}

class SvgTraits {
  animation = false;
  linkedFiles = false;
  newerStyles = false;
  #hasBackground = false;
  #isPositional = false;
  readonly #known = new Set<string>();

  /** Adds a property or an attribute. */
  add(property: string, value: string): void {
    if (property.startsWith('--')) return;
    const text = value.trim();
    if (animatedProperty.test(property)) this.animation ||= !defaults.test(text);
    else this.newerStyles ||= isUndrawn(property, text);
    this.#hasBackground ||= property.startsWith('background') && text !== 'none';
    for (const [, start = ''] of text.matchAll(address)) this.linkedFiles ||= !localAddress.test(start);
  }

  addStyles(css: string, context: 'declarationList' | 'stylesheet'): void {
    if (this.#known.has(css) || (context === 'stylesheet' && css.length > maxStyleSheetLength)) return;
    this.#known.add(css);
    this.#isPositional ||= context === 'stylesheet' && positional.test(css);
    walk(parse(css, { context, positions: true }), (node) => {
      const { type, name, property, value, prelude, block } = node;
      if (type === 'Declaration' && typeof value !== 'string') {
        this.newerStyles ||= /[A-Z]/.test(property) && !property.startsWith('--');
        this.add(property, textOf(value, css));
      }
      if (type === 'Atrule') this.#addRule(name.toLowerCase(), textOf(prelude, css));
      if (type === 'PseudoClassSelector') this.newerStyles ||= !drawnSelectors.test(name);
      // A nested rule.
      if (type === 'Rule') this.newerStyles ||= textOf(block, css).lastIndexOf('{') > 0;
    });
  }

  #addRule(name: string, prelude: string): void {
    this.linkedFiles ||= name === 'import';
    this.newerStyles ||= undrawnRules.has(name) || (name === 'media' && !unappliedMedia.test(prelude));
  }

  found(): Traits {
    const { animation, linkedFiles } = this;
    const isNewer = this.newerStyles || (this.#hasBackground && this.#isPositional);
    return { vector: true, animation, linkedFiles, ...(isNewer ? { newerStyles: true } : {}) };
  }
}

function isBox({ style = '', transform = '' }: Readonly<Record<string, string>>): boolean {
  return boxStyle.test(style) || transform.replaceAll(identity, '').trim() !== '';
}

function isUndrawn(property: string, value: string): boolean {
  if (undrawnProperties.has(property) && !defaults.test(value)) return true;
  if (own(undrawnValues, property)?.test(value) === true) return true;
  if (undrawnValue.test(value) || newerFunction.test(value)) return true;
  return [...value.matchAll(functionCall)].some(([, name = '']) => !drawnFunctions.has(name.toLowerCase()));
}
