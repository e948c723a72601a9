import assert from 'node:assert/strict';
import { notebook } from '../../../test/support/service/fixtures.ts';
import { decode } from '../../../test/support/service/raster.ts';
import { ssim } from '../../../test/support/service/ssim.ts';
import { decodeDocument } from '../decoders/documents.ts';
import { checkEpub } from '../decoders/epubcheck.ts';
import { decodeNotebook, syntaxTree } from '../decoders/notebooks.ts';
import { decodePdf } from '../decoders/pdf.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';
import { inOrder, tokensOf } from './documents.ts';

/** The text of `harbour.ipynb` in all of its cells and outputs. */
const said = `The harbour Measured in Ångström Привет 你好 bold slanted map rope bread
  matplotlib inline import math print math.tau not magic 6.283185307179586 table Name Count 0 apples 3 1 pears 12
  Plots let unrelated 1 plot 1 0 ZeroDivisionError division by zero The end`;
const link = 'https://example.org/map';
const pictureCount = 2;

/** Pandoc finds the text and the pictures of cells and outputs. */
const sameDocument: Check = async ({ to, output }) => {
  const actual = await decodeDocument(output, to);
  inOrder(tokensOf(said), tokensOf(actual.words.join(' ')));
  assert.deepEqual(actual.headings, ['1 The harbour', '2 Plots']);
  assert.ok(actual.links.includes(link));
  assert.deepEqual(actual.rows.slice(1), [
    ['0', 'apples', '3'],
    ['1', 'pears', '12'],
  ]);
  assert.equal(actual.pictures, pictureCount);
};

const isValidBook: Check = async (converted) => {
  await sameDocument(converted);
  await checkEpub(converted.output);
};

const sameWords: Check = async ({ output }) => inOrder(tokensOf(said), tokensOf(output.toString()));

const samePrint: Check = async ({ output }) => {
  const { text, missingFonts, links, pictures } = await decodePdf(output);
  inOrder(tokensOf(said), tokensOf(text));
  assert.deepEqual([missingFonts, links, pictures], [[], [link], pictureCount]);
};

/** Python reads the code of all cells from the script, with IPython’s magic as a call. */
const sameCode: Check = async ({ source, output }) => {
  const code = await codeOf(source);
  const plain = code.replace('%matplotlib inline', 'get_ipython().run_line_magic("matplotlib", "inline")');
  assert.equal(await syntaxTree(output.toString()), await syntaxTree(plain));
};

/** Jupyter accepts the notebook, and finds the same code and text in it. */
const sameNotebook: Check = async ({ from, source, output }) => {
  const text = source.toString();
  if (from === 'py') assert.equal(await syntaxTree(await codeOf(output)), await syntaxTree(text));
  const [before, after] = [
    tokensOf(text.replaceAll('[markdown]', '')),
    tokensOf((await sourcesOf(output)).join('\n')),
  ];
  const marks = new Set(['#', '%', '`', 'python']);
  assert.deepEqual(
    after.filter((token) => !marks.has(token)),
    before.filter((token) => !marks.has(token)),
  );
  const kinds = (await decodeNotebook(output)).map(({ cell_type }) => cell_type);
  assert.deepEqual(kinds, ['markdown', 'code', 'markdown', 'code']);
};

async function codeOf(content: Buffer): Promise<string> {
  const cells = await decodeNotebook(content);
  return cells
    .filter(({ cell_type }) => cell_type === 'code')
    .map(({ source }) => source)
    .join('\n');
}

async function sourcesOf(content: Buffer): Promise<string[]> {
  return (await decodeNotebook(content)).map(({ source }) => source);
}

/** Jupyter finds everything unchanged except the pictures, which look the same. */
const sameButSmaller: Check = async ({ source, output }) => {
  assert.ok(output.length < source.length, `${source.length} → ${output.length} bytes`);
  const [before, after] = [await picturesIn(source), await picturesIn(output)];
  assert.deepEqual(after.rest, before.rest);
  assert.equal(after.pictures.length, pictureCount);
  for (const [index, picture] of before.pictures.entries()) {
    const now = after.pictures[index] ?? Buffer.alloc(0);
    assert.ok(now.length < picture.length);
    assert.ok(ssim(await decode(picture, 'png'), await decode(now, 'png')) >= 0.98);
  }
};

async function picturesIn(content: Converted['source']): Promise<{ pictures: Buffer[]; rest: unknown }> {
  const pictures: Buffer[] = [];
  const cells = await decodeNotebook(content);
  const rest: unknown = JSON.parse(JSON.stringify(cells), (key, value: unknown) => {
    if (key !== 'image/png' || typeof value !== 'string') return value;
    pictures.push(Buffer.from(value, 'base64'));
    return 'picture';
  });
  return { pictures, rest };
}

export const notebookProofs: readonly Proofs[] = [
  {
    engine: 'notebooks',
    kind: 'documents',
    samples: {
      ipynb: notebook('harbour.ipynb'),
      md: notebook('harbour.md'),
      py: notebook('harbour.py'),
    },
    checks: {
      ...Object.fromEntries(['md', 'html', 'docx', 'odt', 'rtf'].map((format) => [format, sameDocument])),
      epub: isValidBook,
      txt: sameWords,
      pdf: samePrint,
      py: sameCode,
      ipynb: sameNotebook,
    },
  },
  {
    engine: 'notebookCompression',
    kind: 'documents',
    samples: { ipynb: notebook('harbour.ipynb') },
    checks: { ipynb: sameButSmaller },
  },
];
