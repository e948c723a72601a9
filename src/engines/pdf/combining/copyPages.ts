import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import type { PicturePages } from '../fromImages/pages.ts';
import type { PdfFile } from '../fromImages/pdfFile.ts';
import { readPages } from '../repair/repair.ts';
import { resolveNamedDestinations } from './destinations.ts';
import type { Forms } from './forms.ts';
import { bytesOf, renumbered } from './renumbered.ts';

/** Maximum size of a PDF, of which several copies are in memory at once. */
const maxBytes = 512 * 1024 * 1024;

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
export async function copyPages(path: string, password: string, target: PageTarget): Promise<void> {
  if ((await stat(path)).size > maxBytes) throw new ConversionError(fault('pdf.tooLargeToCombine'));
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
