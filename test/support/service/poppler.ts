import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';
import { decodeFile, type Raster } from './raster.ts';

/** A page, counted from 1, as drawn by Poppler. */
export async function drawnByPoppler(pdf: Buffer, page: number, density: number): Promise<Raster> {
  return drawn('pdftoppm', pdf, page, ['-r', String(density)]);
}

/** A page drawn in this many pixels by Poppler's other renderer, which doesn't draw pictures a pixel too large. */
export async function drawnInPixels(
  pdf: Buffer,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Raster> {
  return drawn('pdftocairo', pdf, page, ['-scale-to-x', String(width), '-scale-to-y', String(height)]);
}

async function drawn(program: string, pdf: Buffer, page: number, size: readonly string[]): Promise<Raster> {
  return withFile(pdf, 'pdf', async (file) => {
    const range = ['-f', String(page), '-l', String(page), '-singlefile'];
    await printed(program, ['-png', ...size, ...range, file, file]);
    return decodeFile(`${file}.png`, 'png');
  });
}

/** The words of each page according to Poppler. */
export async function wordsByPoppler(pdf: Buffer): Promise<string[][]> {
  const text = await withFile(pdf, 'pdf', async (file) => printedText('pdftotext', [file, '-']));
  return wordsOfPages(text).slice(0, -1);
}

/** The words of each page, separated by form feeds. */
export function wordsOfPages(text: string): string[][] {
  return text.split('\f').map((page) => page.split(/\s+/).filter((word) => word !== ''));
}

/** The files in a ZIP, as unpacked by Info-ZIP, which tests the archive first. */
export async function unzipped(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return withFile(zip, 'zip', async (file) => {
    await printed('unzip', ['-tq', file]);
    const names = (await printedText('unzip', ['-Z1', file])).trim().split('\n');
    const unpack = async (name: string): Promise<[string, Buffer]> => {
      const pattern = name.replaceAll(/[[\]*?\\]/g, '\\$&');
      return [name, await printed('unzip', ['-p', file, pattern])];
    };
    return new Map(await Promise.all(names.map(unpack)));
  });
}
