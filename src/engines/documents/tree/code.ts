import type { Element, Root } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import type { Token } from '../codeTokens.ts';
import { classesOf, elementsIn, formulaOf, textIn } from './document.ts';

/** Longer code isn't highlighted, because a grammar's time may grow with the square of its length. */
const maxBlockCharacters = 50_000;
const maxDocumentCharacters = 500_000;

/** The tokens of blocks of code, by their `pre`. */
export type HighlightedCode = ReadonlyMap<Element, readonly Token[]>;

/** Highlights a document's blocks of code in the languages that highlight.js supports. */
export async function highlightedCode(root: Root): Promise<HighlightedCode> {
  const highlighted = new Map<Element, readonly Token[]>();
  let left = maxDocumentCharacters;
  for (const block of elementsIn(root)) {
    const language = languageOf(block);
    if (language === undefined || formulaOf(block) !== undefined) continue;
    const text = textIn(block);
    left -= text.length;
    if (text.length > maxBlockCharacters || left < 0) continue;
    const { tokensOf } = await import('../codeTokens.ts');
    try {
      const tokens = tokensOf(text, language);
      if (tokens !== undefined) highlighted.set(block, tokens);
    } catch {
      // The code is nested too deeply for the stack.
    }
  }
  return highlighted;
}

/** Returns the language of a block of code in lower case, if it names one. */
export function languageOf({ tagName, children: [code] }: Element): string | undefined {
  if (tagName !== 'pre' || code?.type !== 'element') return undefined;
  const found = classesOf(code).find((name) => name.startsWith('language-'));
  return found?.slice('language-'.length).toLowerCase();
}

interface TokenStyle {
  readonly color: string;
  readonly italic?: boolean;
}

const styled: readonly (readonly [color: string, kinds: string, italic?: boolean])[] = [
  ['#a8172a', 'keyword template-tag doctag deletion'],
  ['#0a3069', 'string regexp'],
  ['#5f6872', 'quote comment', true],
  [
    '#0550ae',
    'number literal symbol attr attribute variable template-variable link meta selector-attr selector-class selector-id selector-pseudo',
  ],
  ['#6639ba', 'title section'],
  ['#8a4b00', 'built_in type bullet'],
  ['#24292f', 'params'],
  ['#116329', 'name tag selector-tag addition'],
];

/**
 * The colors of highlight.js's kinds of tokens, for paper and light pages. Each has a contrast of at least 4.5 with
 * white.
 */
const styles: Readonly<Record<string, TokenStyle>> = Object.fromEntries(
  styled.flatMap(([color, kinds, italic = false]) =>
    kinds.split(' ').map((kind) => [kind, { color, italic }]),
  ),
);

/** Returns the style for a kind of token, or `undefined` if it looks like other text. */
export function tokenStyle(kind: string | undefined): TokenStyle | undefined {
  return kind === undefined ? undefined : ownValue(styles, kind);
}

/** The theme as a CSS style sheet. */
export const themeCss = Object.entries(styles)
  .map(
    ([kind, { color, italic }]) => `.hljs-${kind} { color: ${color}${italic ? '; font-style: italic' : ''} }`,
  )
  .join('\n');
