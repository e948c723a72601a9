import { writeFile } from 'node:fs/promises';
import type { EngineWork } from '../api/work.ts';
import { documentTargets, formatIn } from './formats.ts';
import { documentOptions } from './options.ts';
import { readDocument } from './read.ts';
import { writeDocument } from './write.ts';

/** Converts documents, presentations, and books to other document formats or text. @throws ConversionError */
export async function convertDocument(work: EngineWork): Promise<void> {
  const options = documentOptions.parse(work.options);
  const tree = await readDocument(work, options);
  await writeFile(work.outputPath, await writeDocument(tree, formatIn(documentTargets, work.to), options));
}
