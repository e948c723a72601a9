import { own } from '../../../util/own.ts';

interface TokenStyle {
  readonly color: string;
  readonly italic?: boolean;
}

const keyword = { color: '#a8172a' };
const string = { color: '#0a3069' };
const constant = { color: '#0550ae' };
const title = { color: '#6639ba' };
const type = { color: '#8a4b00' };
const tag = { color: '#116329' };
const comment = { color: '#5f6872', italic: true };

/**
 * The colors of highlight.js's kinds of tokens, for paper and light pages. Each has a contrast of at least 4.5 with
 * white.
 */
const styles: Readonly<Record<string, TokenStyle>> = {
  keyword,
  'template-tag': keyword,
  doctag: keyword,
  deletion: keyword,
  string,
  regexp: string,
  quote: comment,
  comment,
  number: constant,
  literal: constant,
  symbol: constant,
  attr: constant,
  attribute: constant,
  variable: constant,
  'template-variable': constant,
  link: constant,
  meta: constant,
  'selector-attr': constant,
  'selector-class': constant,
  'selector-id': constant,
  'selector-pseudo': constant,
  title,
  section: title,
  built_in: type,
  type,
  params: { color: '#24292f' },
  name: tag,
  tag,
  'selector-tag': tag,
  addition: tag,
  bullet: type,
};

/** Returns the style for a kind of token, or `undefined` if it looks like other text. */
export function tokenStyle(kind: string | undefined): TokenStyle | undefined {
  return kind === undefined ? undefined : own(styles, kind);
}

/** The theme as a CSS style sheet. */
export const themeCss = Object.entries(styles)
  .map(
    ([kind, { color, italic }]) => `.hljs-${kind} { color: ${color}${italic ? '; font-style: italic' : ''} }`,
  )
  .join('\n');
