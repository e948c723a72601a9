import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../test/support/command.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import type { ReferenceDecoder } from './referenceDecoder.ts';
import { type Pixels, pixelsOfPams } from './pam.ts';
import { pixelsOf } from './pixels.ts';

const exec = promisify(execFile);
/** The density that our engine uses by default. */
const density = '144';

/** Programs that draw the first page of a PDF. */
export const pdfPixelDecoders: readonly ReferenceDecoder<Pixels>[] = [
  decoder('Poppler', 'pdftoppm', async (file, folder) => {
    const page = path.join(folder, 'page');
    // Without this flag, the program draws content that the crop box hides.
    await exec('pdftoppm', ['-q', '-png', '-cropbox', '-r', density, '-singlefile', file, page]);
    return pixelsOf(await readFile(`${page}.png`));
  }),
  decoder('MuPDF', 'mutool', async (file, folder) => {
    const page = path.join(folder, 'page.pam');
    await exec('mutool', ['draw', '-q', '-F', 'pam', '-c', 'rgb', '-r', density, '-o', page, file, '1']);
    const [pixels] = pixelsOfPams(await readFile(page));
    return pixels;
  }),
];

function decoder(
  program: string,
  command: string,
  draw: (file: string, folder: string) => Promise<Pixels | undefined>,
): ReferenceDecoder<Pixels> {
  return {
    program,
    isInstalled: () => findOnPath(command) !== undefined,
    read: async (file, format) => {
      if (format !== 'pdf') return undefined;
      try {
        return await inFolder(async (folder) => draw(file, folder));
      } catch {
        return undefined;
      }
    },
  };
}
