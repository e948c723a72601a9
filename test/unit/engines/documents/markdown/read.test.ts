import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import type { Event, Point, Token, TokenizeContext } from 'micromark-util-types';
import { text } from '../../../../../node_modules/micromark/lib/initialize/text.js';
import { fault } from '../../../../../src/contract/fault.ts';
import { readMarkdown } from '../../../../../src/engines/documents/markdown/read.ts';
import { formulaOf, textIn } from '../../../../../src/engines/documents/tree/document.ts';

const htmlOf = async (markdown: string): Promise<string> => toHtml((await readMarkdown(markdown)).root);

/** The formulas and other blocks of a Markdown document, in order. */
async function blocksOf(markdown: string): Promise<readonly (readonly [string, string])[]> {
  const { root } = await readMarkdown(markdown);
  return root.children.map((node) => {
    const found = node.type === 'element' ? formulaOf(node) : undefined;
    if (found !== undefined) return ['formula', found.tex];
    return [node.type === 'element' ? node.tagName : node.type, textIn(node)];
  });
}

class CountingEvents extends Array<Event> {
  moves = 0;

  override splice(start: number, count?: number): Event[] {
    this.moves += 1;
    return super.splice(start, count ?? Infinity);
  }
}

function point(offset: number): Point {
  return { line: 1, column: 1, offset, _index: 0, _bufferIndex: 0 };
}

const formula = (tex: string): string => `<code class="language-math math-inline">${tex}</code>`;

describe('A formula in Markdown', () => {
  it('begins and ends at its own delimiters, wherever they are in their lines', async () => {
    const markdown =
      '$$\n$$\n\n$$ a =\nb\n$$\n\ntext\n\n$$c\n+ d$$\n\n$$e$$\n\n$$\nf\n$$.\n\n> - $$g\n>   $$\n';
    assert.deepEqual((await blocksOf(markdown)).slice(0, -1), [
      ['p', '$$ $$'],
      ['formula', ' a =\nb'],
      ['p', 'text'],
      ['formula', 'c\n+ d'],
      ['formula', 'e'],
      ['formula', 'f\n.'],
    ]);
    assert.match(
      await htmlOf(markdown),
      /<li><pre><code class="language-math math-display">g<\/code><\/pre><\/li>/,
    );
  });

  it('can be a TeX environment without delimiters', async () => {
    const align = '\\begin{align}\na_{1} &= b_{2}\\\\\nc &= d\n\\end{align}';
    assert.deepEqual(await blocksOf(`before\n${align}\nafter`), [
      ['p', 'before'],
      ['formula', align],
      ['p', 'after'],
    ]);
    const table = '\\begin{tabular}{l}\nx\n\\end{tabular}';
    assert.deepEqual(
      (await blocksOf(table)).map(([kind]) => kind),
      ['p'],
    );
  });

  it('doesn’t include code, also where it has no end', async () => {
    assert.deepEqual(
      await blocksOf('$$ 5 per page\n\n```tex\n$$\n\\begin{align}\n$$\n```\n\nend $$\n\n- item\n'),
      [
        ['p', '$$ 5 per page'],
        ['pre', '$$\n\\begin{align}\n$$\n'],
        ['p', 'end $$'],
        ['ul', 'item'],
      ],
    );
  });

  it('is in a line of text between single or double signs that aren’t prices', async () => {
    assert.equal(
      await htmlOf(
        '$5 and $10, US$5 and US$6, \\$x$, `$y$`\n\n$ a $\n\nH$_2$O, $a\\$b$, $`c`$, $$ d $$, $e\nf$',
      ),
      `<p>$5 and $10, US$5 and US$6, $x$, <code>$y$</code></p><p>$ a $</p><p>H${formula('_2')}O, ${['a\\$b', 'c', 'd', 'e f'].map(formula).join(', ')}</p>`,
    );
  });

  it('isn’t made of the signs of names and links', async () => {
    const names = '<p>Set $HOME:$PATH, $a_b = c$d, or <a href="http://a.b/$http">$http service</a></p>';
    assert.equal(await htmlOf('Set $HOME:$PATH, $a_b = c$d, or [$http service](http://a.b/$http)'), names);
    assert.equal(await htmlOf('the $n$th, $10^6$x'), `<p>the ${formula('n')}th, ${formula('10^6')}x</p>`);
  });
});

describe('Front matter', () => {
  it('gives the document its fields, and a title above its text', async () => {
    const matter = "---\ntitle: 'The: Title'\nauthor: [A, B]\ndate: 2026-05-01\nlang: de\n---\n";
    const { root, pictures: _, ...fields } = await readMarkdown(`${matter}Text\n`);
    assert.deepEqual(fields, { title: 'The: Title', author: 'A, B', date: '2026-05-01', language: 'de' });
    assert.equal(
      toHtml(root),
      '<p class="title">The: Title</p><p class="subtitle">A, B · 2026-05-01</p><p>Text</p>',
    );
    assert.equal(await htmlOf(`${matter}# The: Title\n`), '<h1 id="the-title">The: Title</h1>');
  });

  it('has fields, so that rules and headings stay', async () => {
    assert.equal(await htmlOf('---\nA heading\n---\n\n---\n'), '<hr><h2 id="a-heading">A heading</h2><hr>');
    assert.equal(await htmlOf('+++\ntitle = "x"\n+++\ntext\n'), '<p>text</p>');
    assert.equal(await htmlOf('---\na: [\n---\ntext\n'), '<p>text</p>');
  });
});

describe('Markdown', () => {
  it('has alerts, footnotes, definitions, page breaks, and ids of headings as on GitHub', async () => {
    assert.equal(
      await htmlOf('> [!warning]\n> Hot\n\n> [!NOTE] no\n'),
      '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Hot</p></div><blockquote><p>[!NOTE] no</p></blockquote>',
    );
    assert.equal(await htmlOf('Term\n: One\n: Two\n'), '<dl><dt>Term</dt><dd>One</dd><dd>Two</dd></dl>');
    const broken = 'a\n\n\\newpage\n\nb\n\n<div style="page-break-after: always"></div>\n\nc\n';
    assert.equal(
      await htmlOf(broken),
      '<p>a</p><hr class="page-break"><p>b</p><hr class="page-break"><p>c</p>',
    );
    const headings = '# `code--more` & C++\n\n## Part\n\n## Part\n\n<h2 id="own">x</h2>\n';
    assert.deepEqual(
      [...(await htmlOf(headings)).matchAll(/id="([^"]*)"/g)].map(([, id]) => id),
      ['code--more--c', 'part', 'part-1', 'own'],
    );
    const [, first, second] =
      /<footnote id="(\w[^"]*)"><p>Note<\/p><\/footnote> b<footnote id="([^"]*)">/.exec(
        await htmlOf('a[^n] b[^n]\n\n[^n]: Note\n'),
      ) ?? [];
    assert.equal(first, second);
    assert.ok(first);
  });

  it('shows tags that would hide the text behind them, and has its embedded pictures', async () => {
    assert.equal(
      await htmlOf('Set the <title> of it.\n\nEnd'),
      '<p>Set the &#x3C;title> of it.</p><p>End</p>',
    );
    const data = Buffer.alloc(600, 'picture');
    const uri = `data:image/png;base64,${data.toString('base64')}`;
    const { root, pictures } = await readMarkdown(`![a](${uri}) <img src="${uri}" alt="b"> \`${uri}\``);
    assert.equal(
      toHtml(root),
      `<p><img src="picture1.png" alt="a"> <img src="picture1.png" alt="b"> <code>${uri}</code></p>`,
    );
    assert.deepEqual([...pictures], [['picture1.png', { mediaType: 'image/png', data }]]);
    // Without HTML in the text, no page is parsed.
    const plain = await readMarkdown(`![a](${uri}) \`${uri}\``);
    assert.equal(toHtml(plain.root), `<p><img src="picture1.png" alt="a"> <code>${uri}</code></p>`);
    assert.deepEqual([...plain.pictures], [...pictures]);
  });

  it('joins pieces of text without moving those behind them', () => {
    const context: TokenizeContext = Object.assign(Object.create(null), { sliceStream: () => [] });
    const events = new CountingEvents();
    for (let at = 0; at < 3000; at += 1) {
      const type = at % 3 === 0 ? 'lineEnding' : 'data';
      const token: Token = { type, start: point(at), end: point(at + 1) };
      events.push(['enter', token, context], ['exit', token, context]);
    }
    text.resolveAll?.(events, context);
    assert.deepEqual(
      [...events].slice(0, 4).map(([kind, { type, start, end }]) => [kind, type, start.offset, end.offset]),
      [
        ['enter', 'lineEnding', 0, 1],
        ['exit', 'lineEnding', 0, 1],
        ['enter', 'data', 1, 3],
        ['exit', 'data', 1, 3],
      ],
    );
    assert.deepEqual([events.length, events.moves], [4000, 0]);
  });

  it('can’t take long or overflow the stack, however it is nested', async () => {
    const tooDeep = { fault: fault('document.depth') };
    for (const start of ['> ', '- ', '1. ', '> - ', '*\t']) {
      await assert.rejects(readMarkdown(`a\n${start.repeat(100_000)}x`), tooDeep, start);
    }
    await assert.rejects(readMarkdown(`> a\n${'a\n'.repeat(50_000)}`), tooDeep);
    const definitions = await blocksOf('a\n: b\n\n'.repeat(5000));
    assert.deepEqual(definitions[0], ['p', 'a : b']);
    for (const [open, close] of [
      ['[', ']'],
      ['~', 'a'],
      ['a\n-\n', ''],
    ] as const) {
      await readMarkdown(open.repeat(5000) + close.repeat(5000));
    }
  }).timeout(60_000);
});
