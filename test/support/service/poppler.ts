import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from './lentFiles.ts';
import { decodeFile, type Raster } from './raster.ts';

const exec = promisify(execFile);

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
  return inFolder(async (folder) => {
    const [source, target] = [path.join(folder, 'a.pdf'), path.join(folder, 'page')];
    await writeFile(source, pdf);
    const range = ['-f', String(page), '-l', String(page), '-singlefile'];
    await exec(program, ['-png', ...size, ...range, source, target]);
    return decodeFile(`${target}.png`, 'png');
  });
}

/** The words of each page according to Poppler. */
export async function wordsByPoppler(pdf: Buffer): Promise<string[][]> {
  return inFolder(async (folder) => {
    const source = path.join(folder, 'a.pdf');
    await writeFile(source, pdf);
    const { stdout } = await exec('pdftotext', [source, '-']);
    return wordsOfPages(stdout).slice(0, -1);
  });
}

/** The words of each page, separated by form feeds. */
export function wordsOfPages(text: string): string[][] {
  return text.split('\f').map((page) => page.split(/\s+/).filter((word) => word !== ''));
}

/** The files in a ZIP, as unpacked by Info-ZIP, which tests the archive first. */
export async function unzipped(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'a.zip');
    await writeFile(file, zip);
    await exec('unzip', ['-tq', file]);
    const { stdout } = await exec('unzip', ['-Z1', file]);
    const names = stdout.trim().split('\n');
    const unpack = async (name: string): Promise<[string, Buffer]> => {
      const options = { encoding: 'buffer', maxBuffer: 1 << 28 } as const;
      const pattern = name.replaceAll(/[[\]*?\\]/g, '\\$&');
      return [name, (await exec('unzip', ['-p', file, pattern], options)).stdout];
    };
    return new Map(await Promise.all(names.map(unpack)));
  });
}
