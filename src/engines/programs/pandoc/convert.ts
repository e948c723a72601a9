import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { own } from '../../../util/own.ts';
import type { EngineWork } from '../../api/work.ts';
import { walkMarkup } from '../../lib/markup.ts';
import { NestingLimit } from '../../lib/nestingLimit.ts';
import { runProgram } from '../run.ts';
import { filterFor } from './filter.ts';
import { pageTargets, pandocReaders, pandocWriters } from './formats.ts';

/**
 * Converts a document with Pandoc in sandbox mode, in which a document can't refer to files or addresses. For formats
 * that aren't text, the document engines convert the HTML page that Pandoc writes.
 * @throws ConversionError
 */
export async function convertWithPandoc(work: EngineWork): Promise<void> {
  if (!pageTargets.has(work.to)) return runPandoc(work);
  const pagePath = path.join(path.dirname(work.outputPath), 'page.html');
  await runPandoc({ ...work, to: 'html', outputPath: pagePath });
  const { convertDocument, printDocument } = await import('../../documentBundle.ts');
  const page: EngineWork = { ...work, from: 'html', inputPath: pagePath };
  await (work.to === 'pdf' ? printDocument(page) : convertDocument(page));
}

async function runPandoc(work: EngineWork): Promise<void> {
  const { from, to, inputPath, outputPath } = work;
  const [reader, writer] = [own(pandocReaders, from), own(pandocWriters, to)];
  if (reader === undefined || writer === undefined)
    throw new Error(`Unsupported conversion: ${from} to ${to}`);
  walkMarkup(inputPath, from, [new NestingLimit(from)]);
  const filter = path.join(path.dirname(outputPath), 'filter.lua');
  await writeFile(filter, filterFor({ embedsPictures: to === 'html' || to === 'md' }));
  const args = [
    ['--sandbox', '--standalone', '--wrap=preserve', '--no-highlight', `--lua-filter=${filter}`],
    [`--from=${reader}`, `--to=${writer}`, `--output=${outputPath}`, inputPath],
  ].flat();
  await runProgram({ work, args });
}
