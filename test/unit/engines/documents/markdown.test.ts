import assert from 'node:assert/strict';
import { readMarkup } from '../../../../src/engines/documents/read.ts';

/** The formulas and other content of a Markdown document, in order. */
async function contentOf(markdown: string): Promise<readonly (readonly [string, string])[]> {
  const { content } = await readMarkup(markdown, 'md');
  return content.map(({ type, text, metadata, children = [] }) => [
    metadata !== undefined && 'math' in metadata ? 'formula' : type,
    text ?? children.map((child) => child.text).join(''),
  ]);
}

describe('A formula in Markdown', () => {
  it('begins and ends at its own delimiters, wherever they are in their lines', async () => {
    const markdown = '$$\n$$\n\n$$ a =\nb\n$$\n\ntext\n\n$$c\n+ d$$\n\n$$e$$\n\n$$\nf \n$$.\n';
    assert.deepEqual(await contentOf(markdown), [
      ['paragraph', '$$ $$'],
      ['formula', ' a =\nb'],
      ['paragraph', 'text'],
      ['formula', 'c\n+ d'],
      ['formula', 'e'],
      ['formula', 'f \n.'],
    ]);
  });

  it('can be a TeX environment without delimiters', async () => {
    const align = '\\begin{align}\na_{1} &= b_{2}\\\\\nc &= d\n\\end{align}';
    const text = '\\begin{tabular}{l}\nx\n\\end{tabular}';
    assert.deepEqual(await contentOf(`before\n${align}\nafter`), [
      ['paragraph', 'before'],
      ['formula', align],
      ['paragraph', 'after'],
    ]);
    assert.deepEqual(
      (await contentOf(text)).map(([kind]) => kind),
      ['paragraph'],
    );
  });

  it('doesn’t include code, also where it has no end', async () => {
    const markdown = '$$ 5 per page\n\n```tex\n$$\n\\begin{align}\n$$\n```\n\nend $$\n';
    assert.deepEqual(await contentOf(markdown), [
      ['paragraph', '$$ 5 per page'],
      ['code', '$$\n\\begin{align}\n$$'],
      ['paragraph', 'end $$'],
    ]);
  });
});
