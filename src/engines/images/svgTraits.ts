import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { Parser } from 'htmlparser2';
import type { Traits } from '../../contract/losses.ts';
import { ownValue } from '../../util/ownValue.ts';
import { newerFunction, textOf } from './drawingStyles.ts';
import { maxLength, maxStyleSheetLength, positional, withReadableStyles } from './readableStyles.ts';

const animatedElement = /^(?:animate(?:Color|Motion|Transform)?|set)$/;
/** Properties that a PDF of shapes can't have. */
const effectProperty = /^(?:filter|mix-blend-mode)$/;
const animatedProperty = /^(?:-\w+-)?(?:animation|transition)/;
/** Attributes that contain no styles. */
const unstyled = /:|^(?:aria-|data-|on|(?:class|d|id|label|name|points|scale|title|translate|viewBox)$)/;
/** Styles of the root that browsers apply to the box of the whole drawing, and `opacity`, which includes its background. */
const boxStyle = /(?:^|[\s;{])(?:border|padding|transform)[a-z-]*\s*:/;
const opacityStyle = /(?:^|[\s;{])opacity\s*:/;
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
  in: /^(?:Background|Fill|Stroke)/,
  in2: /^(?:Background|Fill|Stroke)/,
  'mix-blend-mode': /plus/i,
  rx: /auto/i,
  ry: /auto/i,
  transform: /%/,
  'white-space': /pre|spaces/i,
  x: severalNumbers,
  y: severalNumbers,
};
const undrawnValue =
  /^(?:initial|unset|revert|revert-layer)$|\(\s*from\b|(?:^|[\s(,])[-+]?[\d.]+(?:rem|v[hw]|vmin|vmax|ch|q)\b/i;
const colorProperty = /color$|^(?:fill|stroke)$/;
/** Colors of the user's system (CSS Color Module Level 4, 6.2). */
const systemColor =
  /^(?:accent-?color(?:text)?|(?:active|button|canvas|field|gray|highlight|link|mark|selected-?item|visited)text|button(?:border|face)|canvas|field|highlight|mark|selected-?item)$/i;
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
  const svg = withReadableStyles(source);
  let styleSheet: string | undefined;
  let isRoot = true;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = name.slice(name.indexOf(':') + 1);
        if (isRoot) traits.addRoot(attributes);
        isRoot = false;
        traits.animation ||= animatedElement.test(element);
        traits.otherFonts ||= element === 'text';
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
        if (element === 'style') {
          styleSheet = '';
          // Browsers ignore style sheets of other types.
          traits.newerStyles ||= !/^(?:text\/css)?$/i.test(ownValue(attributes, 'type') ?? '');
        }
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

type Attributes = Readonly<Record<string, string>>;

class SvgTraits {
  animation = false;
  effects = false;
  linkedFiles = false;
  newerStyles = false;
  otherFonts = false;
  #hasBackground = false;
  #isPositional = false;
  #isRootTransparent = false;
  /** The parts of simple selectors that match the root. */
  #rootNames: ReadonlySet<string> = new Set();
  readonly #known = new Set<string>();

  addRoot({ id = '', class: names = '', style = '', transform = '', opacity = '' }: Attributes): void {
    const classes = names.split(/\s+/).map((name) => `.${name}`);
    this.#rootNames = new Set(['*', 'svg', ':root', `#${id}`, ...classes]);
    this.newerStyles ||= boxStyle.test(style) || transform.replaceAll(identity, '').trim() !== '';
    this.#isRootTransparent ||= opacity !== '' || opacityStyle.test(style);
  }

  #addRootRule(selectors: string, block: string): void {
    const ofRoot = selectors
      .split(',')
      .some((selector) => partsOf(selector).every((part) => this.#rootNames.has(part)));
    this.newerStyles ||= ofRoot && boxStyle.test(block);
    this.#isRootTransparent ||= ofRoot && opacityStyle.test(block);
  }

  /** Adds a property or an attribute. */
  add(property: string, value: string): void {
    if (property.startsWith('--')) return;
    const text = value.trim();
    this.effects ||= effectProperty.test(property) && !defaults.test(text);
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
      if (type === 'Rule') {
        const text = textOf(block, css);
        // A nested rule.
        this.newerStyles ||= text.lastIndexOf('{') > 0;
        this.#addRootRule(textOf(prelude, css), text);
      }
    });
  }

  #addRule(name: string, prelude: string): void {
    this.linkedFiles ||= name === 'import';
    this.newerStyles ||= undrawnRules.has(name) || (name === 'media' && !unappliedMedia.test(prelude));
  }

  found(): Traits {
    const { animation, effects, linkedFiles, otherFonts } = this;
    const isNewer =
      this.newerStyles || (this.#hasBackground && (this.#isPositional || this.#isRootTransparent));
    return {
      vector: true,
      animation,
      effects,
      linkedFiles,
      otherFonts,
      ...(isNewer ? { newerStyles: true } : {}),
    };
  }
}

/** The parts of a selector for one element. A selector with combinators has parts that match nothing. */
function partsOf(selector: string): string[] {
  return selector.trim().match(/^(?:\*|\w+)|[.#:][\w-]+|[^.#:].*/g) ?? [];
}

function isUndrawn(property: string, value: string): boolean {
  if (undrawnProperties.has(property) && !defaults.test(value)) return true;
  if (ownValue(undrawnValues, property)?.test(value) === true) return true;
  if (colorProperty.test(property) && systemColor.test(value)) return true;
  if (undrawnValue.test(value) || newerFunction.test(value)) return true;
  return [...value.matchAll(functionCall)].some(([, name = '']) => !drawnFunctions.has(name.toLowerCase()));
}
