import { readFile } from 'node:fs/promises';
import type { EngineTask } from '../api/task.ts';
import { cssSize, openImage, svgMarkup } from '../images/open.ts';

/** Converts an SVG to a page of its size, whose shapes and text stay sharp. @throws ConversionError */
export async function convertDrawing({ inputPath, outputPath }: EngineTask): Promise<void> {
  const svg = svgMarkup(await readFile(inputPath));
  const { metadata } = await openImage(svg);
  const { readableDrawing } = await import('../images/drawingBundle.ts');
  const plain = await readableDrawing(svg);
  const { printDrawing } = await import('../documents/print/print.ts');
  await printDrawing(plain.toString(), cssSize(metadata), outputPath);
}
