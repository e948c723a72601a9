import { withFileName } from '../../api/conversionError.ts';
import type { EngineWork, WorkInput } from '../../api/work.ts';
import { addPages } from '../fromImages/convert.ts';
import { imagePdfOptions } from '../fromImages/options.ts';
import { PicturePages } from '../fromImages/pages.ts';
import { PdfFile } from '../fromImages/pdfFile.ts';
import { withDocument } from '../withDocument.ts';
import { copyPages } from './copyPages.ts';
import { Forms } from './forms.ts';
import { combiningOptions } from './options.ts';

const maxPages = 10_000;
/** PDF 1.7 (ISO 32000-1), because copied objects may use any feature up to that version. */
const version = '/Version /1.7';

/**
 * Joins the pages of PDFs and images, with one file at a time in memory.
 * @throws ConversionError that names the file that can't be read
 */
export async function combinePdf(work: EngineWork): Promise<void> {
  const { inputs = [], outputPath } = work;
  await using pdf = await PdfFile.create(outputPath);
  const pages = new PicturePages(pdf, maxPages);
  const forms = new Forms();
  for (const input of inputs) {
    const add = async (): Promise<void> =>
      input.from === 'pdf'
        ? addPdf(work, input, { pdf, pages, forms })
        : addPages(pages, input.path, input.from ?? '', imagePdfOptions.parse(work.options));
    await withFileName(input.fileName, add);
  }
  await pages.end(`${version} ${forms.catalogEntry()}`);
}

async function addPdf(
  work: EngineWork,
  { path }: WorkInput,
  target: Parameters<typeof copyPages>[2],
): Promise<void> {
  const { password } = combiningOptions.parse(work.options);
  const options = password === undefined ? {} : { password };
  // Open the document with PDFium first, which reports whether it is locked or damaged.
  await withDocument({ ...work, inputPath: path, options }, async () => ({}));
  await copyPages(path, password ?? '', target);
}
