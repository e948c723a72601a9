import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../programs/run.ts';
import type { Work } from '../work.ts';
import { pandocReaders, pandocWriters } from './formats.ts';

/**
 * A filter in Lua. Boxes of web pages, cells of notebooks and the bookmarks of a word processor would be written as HTML
 * into languages of text, or as what few readers know.
 */
const plainly = `
function Div(box) return box.content end
function Span(span) if #span.content == 0 then return {} end end
`;

/** Has Pandoc convert a document in its sandbox, where a document can name no file and no address. @throws ConversionError */
export async function convertWithPandoc(work: Work): Promise<void> {
  const { from, to, inputPath, outputPath } = work;
  const [reader, writer] = [pandocReaders[from], pandocWriters[to]];
  if (reader === undefined || writer === undefined) throw new Error(`No row leads from ${from} to ${to}.`);
  const filter = path.join(path.dirname(outputPath), 'filter.lua');
  await writeFile(filter, plainly);
  const args = [
    ['--sandbox', '--standalone', '--wrap=preserve', `--lua-filter=${filter}`],
    [`--from=${reader}`, `--to=${writer}`, `--output=${outputPath}`, inputPath],
  ].flat();
  await runProgram({ work, args });
}
