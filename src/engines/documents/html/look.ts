import type { Element, Properties } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { merged, type Style, styleText, textProperty } from '../tree/document.ts';
import type { Inline } from './flow.ts';
import { basePoints, colorIn, type Declarations, pointsIn } from './styles.ts';

/** What the content of an element gets from the elements around it. */
export interface Context {
  /** The inline elements around it. */
  readonly chain: readonly Inline[];
  /** The look of the blocks in it. */
  readonly align?: string | undefined;
  readonly style: Style;
  /** The colors that the text really has. The background is `undefined` if it isn't known. */
  readonly color?: string | undefined;
  readonly background: string | undefined;
  readonly fontSize?: number | undefined;
  readonly isInvisible: boolean;
  readonly quotes: number;
  /** True if all of it is in one line, as in the summary of details. */
  readonly isLine?: boolean;
  readonly isHeading?: boolean;
  readonly isList?: boolean;
  readonly isItem?: boolean;
  readonly isAlert?: boolean;
  readonly isTableHead?: boolean;
  readonly isNote?: boolean;
  /** True in elements in which page breaks aren't supported. */
  readonly isUnbroken?: boolean;
  readonly keepsSpace?: boolean;
  /** The programming language of the code in it. */
  readonly language?: string | undefined;
}

/** Limits the number of elements that each block within them repeats. */
const maxChain = 32;

const inlineNames: Readonly<Record<string, string>> = {
  abbr: 'abbr',
  acronym: 'abbr',
  b: 'strong',
  cite: 'em',
  code: 'code',
  del: 's',
  dfn: 'em',
  em: 'em',
  i: 'em',
  ins: 'u',
  kbd: 'code',
  mark: 'mark',
  s: 's',
  samp: 'code',
  small: 'small',
  strike: 's',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  tt: 'code',
  u: 'u',
  var: 'em',
};

/** Adds an inline element around the content. */
export function within(context: Context, tagName: string, properties: Properties = {}): Context {
  if (context.chain.length >= maxChain) return context;
  return { ...context, chain: [...context.chain, { tagName, properties }] };
}

export function without(context: Context, tagName: string): Context {
  return { ...context, chain: context.chain.filter((inline) => inline.tagName !== tagName) };
}

/** Returns the context of the content of an element, as its name and its styles make it. */
export function styled(node: Element, declared: Declarations, outer: Context, isBlock: boolean): Context {
  const name = ownValue(inlineNames, node.tagName);
  if (declared.size === 0 && name === undefined) return outer;
  const font = fontOf(declared);
  const title = node.tagName === 'abbr' ? textProperty(node, 'title') : undefined;
  const isUndone = name !== undefined && ownValue(font, name) === false;
  const isRepeated = name === 'code' && outer.chain.some(({ tagName }) => tagName === 'code');
  let context = outer;
  if (name !== undefined && !isUndone && !isRepeated) context = within(context, name, { title });
  if (declared.size === 0) return context;
  for (const [tagName, isSet] of Object.entries(font)) {
    if (tagName === name || (tagName === 'strong' && outer.isHeading === true)) continue;
    const has = context.chain.some((inline) => inline.tagName === tagName);
    if (isSet === true && !has) context = within(context, tagName);
    if (isSet === false && has) context = without(context, tagName);
  }
  return withColors(node, declared, context, isBlock);
}

/** Returns the elements for the font of an element. `false` means that the font of the elements around it ends. */
function fontOf(declared: Declarations): Readonly<Record<string, boolean | undefined>> {
  const weight = declared.get('font-weight');
  const style = declared.get('font-style');
  const line = declared.get('text-decoration-line') ?? declared.get('text-decoration');
  const align = declared.get('vertical-align');
  return {
    strong: weight === undefined ? undefined : weight.startsWith('bold') || Number(weight) >= 600,
    em: style === undefined ? undefined : /^(?:italic|oblique)/.test(style),
    u: /\bunderline\b/.test(line ?? '') || (line === 'none' ? false : undefined),
    s: /\bline-through\b/.test(line ?? '') || (line === 'none' ? false : undefined),
    sub: align === 'sub' || undefined,
    sup: align === 'super' || undefined,
  };
}

function withColors(node: Element, declared: Declarations, outer: Context, isBlock: boolean): Context {
  const isPage = node.tagName === 'html' || node.tagName === 'body';
  const color = colorIn(declared.get('color') ?? '');
  const painted = declared.get('background-color') ?? declared.get('background') ?? '';
  const background = painted === 'none' ? 'transparent' : colorIn(painted);
  const hasPicture = declared.has('background-image') || (painted !== '' && background === undefined);
  const isPainted = background !== undefined && background !== 'transparent';
  const size = declared.get('font-size') ?? '';
  const isRelative = /(?:%|em)$/.test(size) && !size.endsWith('rem');
  const points = isRelative && outer.isHeading === true ? undefined : pointsIn(size, outer.fontSize);
  const visibility = declared.get('visibility');
  const isInvisible = visibility === undefined ? outer.isInvisible : /^(?:hidden|collapse)/.test(visibility);
  // The default color doesn't have to be repeated for each element, as word processors do.
  const isUsual =
    color === outer.color || color === 'transparent' || (color === '#000000' && outer.color === undefined);
  const isUsualSize = points === undefined || points <= 0 || points === (outer.fontSize || basePoints);
  const added: Style = {
    color: isUsual ? undefined : color,
    backgroundColor: isPainted && background !== outer.background ? background : undefined,
    fontSize: isUsualSize ? undefined : points,
  };
  const context: Context = {
    ...outer,
    color: color ?? outer.color,
    background: isPainted ? background : hasPicture ? undefined : outer.background,
    fontSize: points ?? outer.fontSize,
    isInvisible,
    keepsSpace: declared.has('white-space')
      ? /^(?:pre|break-spaces)/.test(declared.get('white-space') ?? '')
      : outer.keepsSpace === true,
  };
  if (isPage) return context;
  if (!isBlock) {
    const style = styleText(added);
    return style === undefined ? context : within(context, 'span', { style });
  }
  const align = declared
    .get('text-align')
    ?.replace('start', 'left')
    .replace('end', 'right')
    .replace('middle', 'center');
  const isCell = node.tagName === 'td' || node.tagName === 'th';
  const isDefault = align === 'left' && outer.align === undefined && !isCell;
  const isKnown = align !== undefined && !isDefault && /^(?:left|center|right|justify)$/.test(align);
  return { ...context, style: merged(outer.style, added), ...(isKnown ? { align } : {}) };
}

/** True if text isn't shown: it's invisible, has no size, or has the color of its background. */
export function isUnseen({ isInvisible, fontSize, color, background }: Context): boolean {
  if (isInvisible || fontSize === 0) return true;
  return color !== undefined && background !== undefined && (color === background || color === 'transparent');
}

/** The properties of a block in this context. */
export function looks({ align, style }: Context): Properties {
  return { align, style: styleText(style) };
}

/** The context of the blocks in an element that has the look itself. */
export function plain(context: Context): Context {
  return { ...context, align: undefined, style: {} };
}
