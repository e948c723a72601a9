import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownValue } from '../../../util/ownValue.ts';
import type { EngineTask } from '../../api/task.ts';
import { walkMarkup } from '../../lib/markup.ts';
import { NestingLimit } from '../../lib/markupLimits.ts';
import { runProgram } from '../run.ts';
import { pageTargets, pandocReaders, pandocWriters } from './pandoc.ts';

/**
 * Converts a document with Pandoc in sandbox mode, in which a document can't refer to files or addresses. For formats
 * that aren't text, the document engines convert the HTML page that Pandoc writes.
 * @throws ConversionError
 */
export async function convertWithPandoc(task: EngineTask): Promise<void> {
  if (!pageTargets.has(task.to)) return runPandoc(task);
  const pagePath = path.join(path.dirname(task.outputPath), 'page.html');
  await runPandoc({ ...task, to: 'html', outputPath: pagePath });
  const { convertDocument, printDocument } = await import('../../documents/convert.ts');
  const page: EngineTask = { ...task, from: 'html', inputPath: pagePath };
  await (task.to === 'pdf' ? printDocument(page) : convertDocument(page));
}

async function runPandoc(task: EngineTask): Promise<void> {
  const { from, to, inputPath, outputPath } = task;
  const [reader, writer] = [ownValue(pandocReaders, from), ownValue(pandocWriters, to)];
  if (reader === undefined || writer === undefined)
    throw new Error(`Unsupported conversion: ${from} to ${to}`);
  walkMarkup(inputPath, from, [new NestingLimit(from)]);
  const filter = path.join(path.dirname(outputPath), 'filter.lua');
  await writeFile(filter, filterFor({ embedsPictures: to === 'html' || to === 'md' }));
  const args = [
    ['--sandbox', '--standalone', '--wrap=preserve', '--no-highlight', `--lua-filter=${filter}`],
    [`--from=${reader}`, `--to=${writer}`, `--output=${outputPath}`, inputPath],
  ].flat();
  await runProgram({ work: task, args });
}

/**
 * A Lua filter that unwraps `<div>` elements and notebook cells, and removes bookmarks. In text formats, they would
 * become HTML or rarely supported syntax.
 */
const plain = `
function Div(box) return box.content end
function Span(span) if #span.content == 0 then return {} end end
`;

/** A Lua filter that embeds pictures in the text, because the output is a single file. */
const embedding = `
local letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
local function base64(bytes)
  local out = {}
  for at = 1, #bytes, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    for place = 18, c and 0 or b and 6 or 12, -6 do
      local letter = (bits >> place & 63) + 1
      out[#out + 1] = letters:sub(letter, letter)
    end
  end
  return table.concat(out) .. ('='):rep(-#bytes % 3)
end
function Image(image)
  local type, bytes = pandoc.mediabag.lookup(image.src)
  if bytes then image.src = 'data:' .. type .. ';base64,' .. base64(bytes) end
  return image
end
`;

/** Returns a Lua filter for Pandoc to run between reading and writing. */
function filterFor({ embedsPictures }: { embedsPictures: boolean }): string {
  return embedsPictures ? plain + embedding : plain;
}
