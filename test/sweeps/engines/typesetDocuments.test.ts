import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodePdf } from '../../../tools/matrix/decoders/pdf.ts';
import { root } from '../../support/paths.ts';
import { inFolder } from '../../support/service/lentFiles.ts';
import { drawnByPoppler, unzipped, wordsByPoppler } from '../../support/service/poppler.ts';
import { useService } from '../../support/service/services.ts';

const exec = promisify(execFile);
const paragraph = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. '.repeat(
  4,
);
const markdown = String.raw`---
title: Tides
author: Ann Writer
date: 2026-05-01
---

# First

In a line $a^2+\mathbb{R}$, wrong $\frobnicate{x}$.[^1]

$$\frac{a}{b} \tag{7}$$

${'```'}math
\sqrt{2}
${'```'}

| one **two** three | $c_1$ |
|---|---|
| four | five |

## Second

${'```'}js
const answer = 'a long line of code that has to be continued, as it does not fit into one line of the page at all, never';
${'```'}

[^1]: A *note* with $n$.
`;

/** The text of a document with its formulas, as Pandoc reads it. */
async function byPandoc(content: Buffer, format: string): Promise<string> {
  return inFolder(async (folder) => {
    const file = path.join(folder, `a.${format}`);
    await writeFile(file, content);
    return (await exec('pandoc', ['-f', format, '-t', 'markdown', '--wrap=none', file])).stdout;
  });
}

describe('A typeset document', () => {
  const service = useService();

  const convert = async (text: string, to: string, options = {}, name = 'a.md'): Promise<Buffer> =>
    (await service.api.convert({ name, bytes: Buffer.from(text) }, to, options)).output;

  it('has formulas as Office Math in Word documents, also in notes and cells', async () => {
    const read = await byPandoc(await convert(markdown, 'docx'), 'docx');
    assert.match(read, /\$a\^\{2\} ?\+ ?\{?\\mathbb\{R\}\}?\$/);
    assert.match(read, /\$\$[^$]*\\frac\{a\}\{b\}[^$]*\$\$/);
    assert.match(read, /\$\$\\sqrt\{2\}\$\$/);
    assert.match(read, /one \*\*two\*\* three +\$c_\{1\}\$/);
    assert.match(read, /\[\^1\]: A \*note\* with \$n\$\./);
    assert.match(read, /frobnicate/);
  });

  it('has formulas as MathML in pages, with their TeX', async () => {
    const page = (await convert(markdown, 'html')).toString();
    assert.match(page, /<math [^>]*>(?:(?!<\/math>).)*<mi>ℝ<\/mi>/);
    assert.match(page, /<annotation encoding="application\/x-tex">\\sqrt\{2\}<\/annotation>/);
    assert.equal([...page.matchAll(/<math /g)].length, 5);
    assert.match(await byPandoc(Buffer.from(page), 'html'), /\$\$\\sqrt\{2\}\$\$/);
  });

  it('has formulas as vectors in PDFs', async () => {
    const pdf = await convert('$$\\frac{a}{b}$$\n', 'pdf');
    const { pictures, text } = await decodePdf(pdf);
    assert.equal(pictures, 0);
    assert.equal(text.trim(), '');
    const { rgb } = await drawnByPoppler(pdf, 1, 72);
    assert.ok(rgb.some((value) => value < 100));
    const inLine = (await decodePdf(await convert('in $a^2$ line', 'pdf'))).text;
    assert.deepEqual(inLine.trim().split(/\s+/), ['in', 'line']);
  });

  it('breaks lines before formulas that don’t fit', async () => {
    const pdf = await convert('$x_1+\\sum_i y_i$ and '.repeat(30), 'pdf');
    const { width, rgb } = await drawnByPoppler(pdf, 1, 72);
    const inMargins = rgb.filter((value, index) => {
      const x = Math.floor(index / 3) % width;
      return value < 200 && (x < 68 || x > width - 68);
    });
    assert.equal(inMargins.length, 0);
  });

  it('shows TeX that can’t be typeset as code', async () => {
    const page = (await convert('x $\\frobnicate{x}$ y', 'html')).toString();
    assert.match(page, /<code>\\frobnicate\{x\}<\/code>/);
    const { text } = await decodePdf(await convert('x $\\frobnicate{x}$ y', 'pdf'));
    assert.match(text, /\\frobnicate\{x\}/);
  });

  it('also has the formulas of a Word document', async () => {
    const bytes = await convert('$$\\frac{a}{b+\\sqrt{x}}$$\n', 'docx');
    const { output } = await service.api.convert({ name: 'a.docx', bytes }, 'html');
    assert.match(output.toString(), /<mfrac><mi>a<\/mi><mrow><mi>b<\/mi>/);
    const markdown = (await service.api.convert({ name: 'a.docx', bytes }, 'md')).output.toString();
    assert.match(markdown, /\$\$\s+\\frac\{a\}\{b\+\\sqrt\{x\}\}\s+\$\$/);
  });

  it('has colors in its code, and wraps long lines', async () => {
    assert.match((await convert(markdown, 'html')).toString(), /<span class="hljs-keyword">const<\/span>/);
    const parts = await unzipped(await convert(markdown, 'docx'));
    assert.match(String(parts.get('word/document.xml')), /<w:color w:val="A8172A"\/>/i);
    const pdf = await convert(markdown, 'pdf');
    const { rightmost, pageSize, text } = await decodePdf(pdf);
    assert.ok(rightmost < pageSize[0] - 50, String(rightmost));
    assert.match(text.replaceAll(/\s+/g, ' '), /does not fit into one line of the page at all, never'/);
  });

  it('begins with the title and the author of its front matter, unless a heading is the title', async () => {
    const words = (await wordsByPoppler(await convert(markdown, 'pdf'))).flat().join(' ');
    assert.match(words, /^Tides Ann Writer · 2026-05-01 First/);
    const repeated = await wordsByPoppler(await convert('---\ntitle: Tides\n---\n\n# Tides\n', 'pdf'));
    assert.deepEqual(repeated.flat(), ['Tides']);
  });

  it('has a table of contents and page numbers on request', async () => {
    const options = { contents: true, pageNumbers: true };
    const [first = []] = await wordsByPoppler(await convert(markdown, 'pdf', options));
    assert.match(first.join(' '), /Contents First Second 1 1|Contents First 1 Second 1/);
    const parts = await unzipped(await convert(markdown, 'docx', options));
    assert.match(String(parts.get('word/document.xml')), / TOC \\o "1-3" .*PAGEREF _Toc2 /);
    assert.match(String(parts.get('word/footer1.xml')), / PAGE /);
    const page = (await convert(markdown, 'html', { contents: true })).toString();
    const [, id = ''] = /<a href="#([^"]*)">Second<\/a>/.exec(page) ?? [];
    assert.ok(page.includes(` id="${id}"`), id);
  });

  it('has bookmarks for its headings in a PDF', async () => {
    const pdf = await convert('# One\n\n## Two\n\n# Three\n', 'pdf');
    await inFolder(async (folder) => {
      const file = path.join(folder, 'a.pdf');
      await writeFile(file, pdf);
      const { stdout } = await exec('mutool', ['show', file, 'outline']);
      assert.deepEqual(stdout.match(/"[^"]*"/g), ['"One"', '"Two"', '"Three"']);
    });
  });

  it('keeps headings on the page of their text, and no line of a paragraph alone', async () => {
    for (let filler = 30; filler < 44; filler += 1) {
      const lines = Array.from({ length: filler }, (_, index) => `Line ${index}.`).join('\\\n');
      const pages = await wordsByPoppler(await convert(`${lines}\n\n## Heading\n\n${paragraph}`, 'pdf'));
      const at = pages.findIndex((page) => page.includes('Heading'));
      assert.ok(pages[at]?.includes('Lorem'), `${filler} lines`);
      const last = pages.at(-1) ?? [];
      // A line has about twelve words.
      assert.ok(pages.length === 1 || last.length > 14, `${filler} lines: ${last.join(' ')}`);
    }
  });

  it('keeps a term on the page of its description', async () => {
    for (let filler = 40; filler < 45; filler += 1) {
      const lines = Array.from({ length: filler }, (_, index) => `Line ${index}.`).join('\\\n');
      const text = `${lines}\n\nTerm\n:   ${paragraph.slice(0, 160)}\n\nEnd.`;
      const pages = await wordsByPoppler(await convert(text, 'pdf'));
      assert.ok(!pages.some((page) => page.at(-1) === 'Term'), `${filler} lines`);
    }
  });

  it('begins a page at a page break', async () => {
    const text = `<h2 style="break-before: page">one</h2>

\\newpage

two

<div style="page-break-after: always"></div>

three

~~~html
<div style="page-break-after: always"></div>
~~~

\\newpage
`;
    const code = ['<div', 'style="page-break-after:', 'always"></div>'];
    const pages = [['one'], ['two'], ['three', ...code]];
    assert.deepEqual(await wordsByPoppler(await convert(text, 'pdf')), pages);
    const parts = await unzipped(await convert(text, 'docx'));
    assert.equal(String(parts.get('word/document.xml')).match(/<w:br w:type="page"\/>/g)?.length, 2);
    const page =
      '<style>h1 { break-before: page } @media print { p.end, .x { page-break-after: always } }</style><h1>one</h1><p class="a end">two</p><h1>three</h1><p>four<br style="page-break-before:always">five</p><table><tr><td class="x">six</td></tr></table>';
    assert.deepEqual(await wordsByPoppler(await convert(page, 'pdf', {}, 'a.html')), [
      ['one', 'two'],
      ['three', 'four'],
      ['five', 'six'],
    ]);
  });

  it('shows large pictures in elements of Markdown', async () => {
    const picture = (await readFile(path.join(root, 'test/fixtures/sample/cat.png'))).toString('base64');
    const text = `A <img src="data:image/png;base64,${picture}" alt="cat"> in a line.\n`;
    const { pictures, text: words } = await decodePdf(await convert(text, 'pdf'));
    assert.deepEqual([pictures, words.trim().split(/\s+/)], [1, ['A', 'in', 'a', 'line.']]);
    assert.match(await byPandoc(await convert(text, 'docx'), 'docx'), /!\[cat\]\(media\/image1\.png\)/);
    assert.ok((await convert(`\`<img src="data:image/png;base64,${picture}">\``, 'html')).includes(picture));
  });

  it('has fewer pages in the compact style', async () => {
    const text = `${paragraph.repeat(3)}\n\n`.repeat(40);
    const [standard, compact] = await Promise.all(
      ['standard', 'compact'].map(async (pageStyle) => decodePdf(await convert(text, 'pdf', { pageStyle }))),
    );
    assert.ok(standard && compact && compact.pages < standard.pages);
  });
});
