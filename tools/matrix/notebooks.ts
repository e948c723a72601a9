import assert from 'node:assert/strict';
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
  const [before, after] = [await codeIn(source, from), await codeIn(output, to)];
  assert.equal(await syntaxTree(after), await syntaxTree(before));
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
async function codeIn(content: Buffer, format: string): Promise<string> {
  if (format === 'py') return content.toString();
  if (format === 'md')
    return [...content.toString().matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code).join('');
  const code = (await decodeNotebook(content)).filter(({ cell_type }) => cell_type === 'code');
  return code
    .map(({ source }) => source)
    .join('\n')
    .replace('%matplotlib inline', 'get_ipython().run_line_magic("matplotlib", "inline")');
}

/** Jupyter finds everything unchanged except for the pictures, which look the same. */
export const sameSmallerNotebook: Check = async ({ source, output }) => {
  const [before, after] = [await picturesIn(source), await picturesIn(output)];
  assert.deepEqual([after.rest, after.pictures.length], [before.rest, 2]);
  for (const [index, picture] of before.pictures.entries())
    await assertSimilar(picture, after.pictures[index] ?? Buffer.alloc(0), 'png');
};

async function picturesIn(content: Buffer): Promise<{ pictures: Buffer[]; rest: unknown }> {
  const pictures: Buffer[] = [];
  const cells = await decodeNotebook(content);
  const rest: unknown = JSON.parse(JSON.stringify(cells), (key, value: unknown) => {
    if (key !== 'image/png' || typeof value !== 'string') return value;
    pictures.push(Buffer.from(value, 'base64'));
    return 'picture';
  });
  return { pictures, rest };
}
