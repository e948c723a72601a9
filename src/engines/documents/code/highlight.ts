import type { OfficeContentNode } from 'officeparser';
import type { DocumentTree } from '../read.ts';
import type { Token } from './tokens.ts';

/** Longer code isn't highlighted, because a grammar's time may grow with the square of its length. */
const maxBlockCharacters = 50_000;
const maxDocumentCharacters = 500_000;

type Code = OfficeContentNode & { type: 'code' };

export type HighlightedCode = ReadonlyMap<OfficeContentNode, readonly Token[]>;

/** Highlights a document's code blocks in the languages that highlight.js supports. */
export async function highlightedCode(tree: DocumentTree): Promise<HighlightedCode> {
  const blocks = tree.content.flatMap((node) => [...codeIn(node)]);
  if (blocks.length === 0) return new Map();
  const { tokensOf } = await import('./tokens.ts');
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
