import type { OfficeContentNode } from 'officeparser';
import { own } from '../../util/own.ts';
import type { Token } from './codeTokens.ts';
import type { DocumentTree } from './read.ts';

/** Longer code isn't highlighted, because a grammar's time may grow with the square of its length. */
const maxBlockCharacters = 50_000;
const maxDocumentCharacters = 500_000;

type Code = OfficeContentNode & { type: 'code' };

export type HighlightedCode = ReadonlyMap<OfficeContentNode, readonly Token[]>;

/** Highlights a document's code blocks in the languages that highlight.js supports. */
export async function highlightedCode(tree: DocumentTree): Promise<HighlightedCode> {
  const blocks = tree.content.flatMap((node) => [...codeIn(node)]);
  if (blocks.length === 0) return new Map();
  const { tokensOf } = await import('./codeTokens.ts');
  const highlighted = new Map<OfficeContentNode, readonly Token[]>();
  let left = maxDocumentCharacters;
  for (const block of blocks) {
    const { text = '' } = block;
    left -= text.length;
    if (text.length > maxBlockCharacters || left < 0) continue;
    try {
      const tokens = tokensOf(text, languageOf(block) ?? '');
      if (tokens !== undefined) highlighted.set(block, tokens);
    } catch {
      // The code is nested too deeply for the stack.
    }
  }
  return highlighted;
}

export function isCodeBlock(node: OfficeContentNode): node is Code {
  return node.type === 'code' && node.metadata?.math === undefined;
}

/** Returns the language of a code block in lower case, if it names one. */
export function languageOf(block: Code): string | undefined {
  return block.metadata?.language?.toLowerCase();
}

function* codeIn(node: OfficeContentNode): Generator<Code> {
  if (isCodeBlock(node) && languageOf(node) !== undefined) yield node;
  for (const child of [...(node.children ?? []), ...(node.notes ?? [])]) yield* codeIn(child);
}

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
