import assert from 'node:assert/strict';
import commonMark from 'commonmark-spec';
import type { RootContent } from 'hast';
import { writeHtml } from '../../../src/engines/documents/html/write.ts';
import { readHtml } from '../../../src/engines/documents/html/read.ts';
import { readMarkdown } from '../../../src/engines/documents/markdown/read.ts';
import { writeMarkdown } from '../../../src/engines/documents/markdown/write.ts';
import { type Document, textProperty } from '../../../src/engines/documents/tree/document.ts';
import { readWord } from '../../../src/engines/documents/word/read.ts';
import { writeWord } from '../../../src/engines/documents/word/write.ts';

interface Trip {
  readonly format: string;
  readonly through: (document: Document) => Promise<Document>;
  /** Examples whose blocks differ on purpose, by the reason. */
  readonly exceptions: Readonly<Record<string, readonly number[]>>;
}

const always = { 'A quote with HTML that is never closed has a paragraph.': [174] };
const trips: readonly Trip[] = [
  {
    format: 'HTML',
    through: async (document) => readHtml(await writeHtml(document, {})),
    exceptions: always,
  },
  {
    format: 'DOCX',
    through: async (document) => readWord(await writeWord(document, {})),
    exceptions: {
      ...always,
      'Headings are numbered without being part of a list.': [300],
      'Two lists of the same kind are one if nothing is between them.': [301, 302, 308],
    },
  },
];

const block = /^(?:h[1-6r]|p|[uo]l|li|blockquote|pre|table|t[dr])$/;

/** The blocks with their words, and the descriptions of pictures. A first paragraph of an item is only its words. */
function outline(nodes: readonly RootContent[]): string {
  const parts = nodes.map((node) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return '';
    // A picture that isn't there becomes its description or address in brackets, in a Word document.
    if (node.tagName === 'img') return textProperty(node, 'alt') || (textProperty(node, 'src') ?? '');
    const tagName = node.tagName === 'th' ? 'td' : node.tagName;
    const content = outline(node.children);
    if (tagName === 'li') return `li(${content.replace(/^p\(([^()]*)\)/, '$1')})`;
    return block.test(tagName) ? `${tagName}(${content})` : content;
  });
  return parts.join('').replaceAll(/[\s[\]]/g, '');
}

describe('The blocks of CommonMark’s specification', () => {
  for (const { format, through, exceptions } of trips)
    it(`are the same after a conversion to ${format} and back`, async () => {
      const changed: number[] = [];
      for (const { number, markdown } of commonMark.tests) {
        const document = await readMarkdown(markdown.replaceAll('→', '\t'));
        const before = outline(document.root.children);
        const { root } = await readMarkdown(writeMarkdown(await through(document), {}));
        if (outline(root.children) !== before) changed.push(number);
      }
      assert.deepEqual(changed, Object.values(exceptions).flat());
    });
});
