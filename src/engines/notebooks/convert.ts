import { writeFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { readText } from '../lib/readText.ts';
import { tooDeep } from '../data/tree.ts';
import { documentOptions, documentTargets, formatIn } from '../documents/documents.ts';
import { printTree } from '../documents/convert.ts';
import { writeDocument } from '../documents/write.ts';
import { cellsOfMarkdown, markdownOf } from './markdown.ts';
import { readNotebook, writeNotebook } from './notebook.ts';
import { notebookOptions } from './notebooks.ts';
import { cellsOfPython, writePython } from './python.ts';

/** Converts notebooks to documents and scripts, and Markdown and scripts to notebooks. @throws ConversionError */
export async function convertNotebook(task: EngineTask): Promise<void> {
  const { from, to, inputPath, outputPath } = task;
  const text = await readText(inputPath, from);
  if (to === 'ipynb') {
    await writeFile(outputPath, writeNotebook(from === 'py' ? cellsOfPython(text) : cellsOfMarkdown(text)));
    return;
  }
  try {
    await writeFrom(text, task);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep({ cause: error }) : error;
  }
}

async function writeFrom(text: string, { to, options, outputPath }: EngineTask): Promise<void> {
  const notebook = readNotebook(text);
  if (to === 'py') {
    await writeFile(outputPath, writePython(notebook));
    return;
  }
  const { outputs = true } = notebookOptions.parse(options);
  const settings = documentOptions.parse(options);
  const markdown = await markdownOf(notebook, { outputs, pictures: settings.pictures ?? true });
  if (to === 'md') {
    await writeFile(outputPath, markdown);
    return;
  }
  if (markdown === '') throw new ConversionError(fault('document.empty'));
  const { readMarkdown } = await import('../documents/markdown/read.ts');
  const document = await readMarkdown(markdown);
  if (to === 'pdf') await printTree(document, outputPath, settings);
  else await writeFile(outputPath, await writeDocument(document, formatIn(documentTargets, to), settings));
}
