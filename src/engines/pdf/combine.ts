import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError, withFileName } from '../api/conversionError.ts';
import type { EngineTask, EngineInput } from '../api/task.ts';
import { bytesOf, renumbered, resolveNamedDestinations } from './copiedObjects.ts';
import { Forms } from './combinedForms.ts';
import { withDocument } from './document.ts';
import { addPages } from './fromImages/convert.ts';
import { imagePdfOptions } from './fromImages/options.ts';
import { PdfFile, PicturePages } from './fromImages/pages.ts';
import { combiningOptions } from './pdf.ts';
import { readPages } from './repair.ts';

const maxPages = 10_000;
/** PDF 1.7 (ISO 32000-1), because copied objects may use any feature up to that version. */
const version = '/Version /1.7';

/**
 * Joins the pages of PDFs and images, with one file at a time in memory.
 * @throws ConversionError that names the file that can't be read
 */
export async function combinePdf(task: EngineTask): Promise<void> {
  const { inputs = [], outputPath } = task;
  await using pdf = await PdfFile.create(outputPath);
  const pages = new PicturePages(pdf, maxPages);
  const forms = new Forms();
  for (const input of inputs) {
    const add = async (): Promise<void> =>
      input.from === 'pdf'
        ? addPdf(task, input, { pdf, pages, forms })
        : addPages(pages, input.path, input.from ?? '', imagePdfOptions.parse(task.options));
    await withFileName(input.fileName, add);
  }
  await pages.end(`${version} ${forms.catalogEntry()}`);
}

async function addPdf(
  task: EngineTask,
  { path }: EngineInput,
  target: Parameters<typeof copyPages>[2],
): Promise<void> {
  const { password } = combiningOptions.parse(task.options);
  const options = password === undefined ? {} : { password };
  // Open the document with PDFium first, which reports whether it is locked or damaged.
  await withDocument({ ...task, inputPath: path, options }, async () => ({}));
  await copyPages(path, password ?? '', target);
}

/** Maximum size of a PDF, of which several copies are in memory at once. */
const maxCopiedBytes = 512 * 1024 * 1024;

/** The PDF to which pages are copied. */
interface PageTarget {
  readonly pdf: PdfFile;
  readonly pages: PicturePages;
  readonly forms: Forms;
}

/**
 * Copies all pages of a PDF with their links, comments, and form fields. Links between pages point to the copies.
 * @throws ConversionError `conversion.invalid_input`, `conversion.limit_exceeded`
 */
async function copyPages(path: string, password: string, target: PageTarget): Promise<void> {
  if ((await stat(path)).size > maxCopiedBytes) throw new ConversionError(fault('pdf.tooLargeToCombine'));
  try {
    const context = await readPages(await readFile(path), password);
    if (context === undefined) throw damaged('PDF');
    await copy(context, target);
  } catch (error) {
    throw isConversionError(error) || isDiskError(error) ? error : damaged('PDF', error);
  }
}

async function copy(context: PDFContext, { pdf, pages, forms }: PageTarget): Promise<void> {
  const catalog = context.lookup(context.trailerInfo.Root, PDFDict);
  const refs = pageRefs(catalog);
  pages.expect(refs.length);
  resolveNamedDestinations(context, catalog);
  const form = forms.gather(context, catalog);
  const dicts = new Set<unknown>();
  for (const ref of refs) {
    const page = context.lookup(ref, PDFDict);
    // Remove the link to the page tree, because everything that a page refers to is copied with it.
    page.delete(PDFName.of('Parent'));
    dicts.add(page);
  }
  const roots = [...refs, ...form.fields, ...(form.resources ? [form.resources] : [])];
  const numbers = new Map<PDFRef, number>();
  for (const [number, object] of renumbered(context, roots, numbers, () => pdf.reserve())) {
    if (object instanceof PDFDict && dicts.has(object))
      object.set(PDFName.of('Parent'), PDFRef.of(pages.tree));
    await pdf.addObject(number, bytesOf(object));
  }
  for (const ref of refs) pages.addPage(numbers.get(ref) ?? 0);
  forms.add(form, numbers);
}

/** Returns the pages of a document whose page tree is flat. */
function pageRefs(catalog: PDFDict): PDFRef[] {
  const kids = catalog.lookup(PDFName.of('Pages'), PDFDict).lookup(PDFName.of('Kids'), PDFArray);
  return kids.asArray().filter((kid) => kid instanceof PDFRef);
}

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
