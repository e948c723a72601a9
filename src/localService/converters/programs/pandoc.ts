import type { Work } from '../work.ts';
import { checkEnd, refused } from './faults.ts';
import { pandocReaders, pandocWriters } from './pandocFormats.ts';
import { homeOf, runProgram } from './run.ts';

/** Has Pandoc convert a document in its sandbox, where a document can name no file and no address. @throws ConversionError */
export async function convertWithPandoc(work: Work): Promise<void> {
  const { from, to, inputPath, outputPath } = work;
  const [reader, writer] = [pandocReaders[from], pandocWriters[to]];
  if (reader === undefined || writer === undefined) throw refused(work, '');
  const args = [
    '--sandbox',
    '--standalone',
    '--wrap=preserve',
    `--data-dir=${homeOf(work)}`,
    // HTML must have a title, and a document may have none.
    ...(to === 'html' ? [`--metadata=pagetitle:${work.fileName}`] : []),
    `--from=${reader}`,
    `--to=${writer}`,
    `--output=${outputPath}`,
    inputPath,
  ];
  await checkEnd(work, await runProgram({ work, args }), outputPath);
}
