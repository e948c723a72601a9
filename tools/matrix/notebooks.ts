import assert from 'node:assert/strict';
import { codeIn, picturesIn } from '../../test/support/service/contentFacts.ts';
import { notebook } from '../../test/support/service/fixtures.ts';
import type { Check } from './check.ts';
import { decodeNotebook, syntaxTree } from './decoders/python.ts';
import { sameDocument } from './documents.ts';
import { assertSimilar } from './files.ts';

export const notebookSample = (from: string): string => notebook(`harbour.${from}`);

/** Jupyter and Python find the same cells and code, and other programs the words of all cells and outputs. */
export const sameNotebook: Check = async (converted) => {
  const { from, to, source, output } = converted;
  if (to !== 'py' && to !== 'ipynb') return sameDocument(converted);
  assert.equal(await syntaxTree(codeOf(output, to)), await syntaxTree(codeOf(source, from)));
  if (to === 'py') return;
  const cells = await decodeNotebook(output);
  const kinds = cells.map(({ cell_type }) => cell_type);
  assert.deepEqual(kinds, ['markdown', 'code', 'markdown', 'code']);
  assert.match(
    cells[0]?.source ?? '',
    /^# The harbour\n\nMeasured in Ångström, Привет, 你好: \*\*bold\*\*\.\s*$/,
  );
  assert.match(cells[2]?.source ?? '', /^## Plots\b/);
};

/** The code of all cells, with IPython’s magic as a call. */
function codeOf(content: Buffer, format: string): string {
  if (format === 'ipynb') return codeIn(content).toString();
  const text = content.toString();
  if (format === 'py') return text;
  return [...text.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code).join('');
}

/** Jupyter accepts the notebook. Nothing has changed except for the pictures, which look the same. */
export const sameSmallerNotebook: Check = async ({ source, output }) => {
  await decodeNotebook(output);
  const [before, after] = [picturesIn(source), picturesIn(output)];
  assert.deepEqual([after.rest, after.pictures.length], [before.rest, 2]);
  for (const [index, picture] of before.pictures.entries())
    await assertSimilar(picture, after.pictures[index] ?? Buffer.alloc(0), 'png');
};
