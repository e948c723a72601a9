import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged, locked } from '../api/faults.ts';
import type { PdfOptions } from './options.ts';
import { selectPages } from './pageRanges.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

const maxPages = 2000;
const pointerBytes = 4;
/** `FPDF_ERR_PASSWORD` of FPDF_GetLastError. */
const passwordError = 4;

/** An open PDF; its handle is a pointer into PDFium's memory. */
export interface PdfDocument extends Disposable {
  readonly pdfium: Pdfium;
  readonly handle: number;
  /** The handle of what draws the fields of its forms. */
  readonly form: number;
  /** The pages that the options select, counted from 0. */
  readonly pages: readonly number[];
}

/**
 * Opens a PDF, of which no more is held in memory than what is in use.
 * @throws ConversionError `conversion.invalid_input`, `conversion.limit_exceeded`, `conversion.password_needed`
 */
export async function openDocument(inputPath: string, options: PdfOptions): Promise<PdfDocument> {
  const pdfium = await loadPdfium();
  const store = new DisposableStore();
  try {
    const access = store.add(openFile(pdfium, inputPath));
    const handle = pdfium.FPDF_LoadCustomDocument(access.pointer, options.password ?? '');
    if (handle === 0) throw openingError(pdfium.FPDF_GetLastError(), options.password !== undefined);
    store.add({ dispose: () => pdfium.FPDF_CloseDocument(handle) });
    const form = store.add(openForm(pdfium, handle)).handle;
    const pages = selectPages(options.pages, pdfium.FPDF_GetPageCount(handle));
    if (pages.length > maxPages) {
      throw new ConversionError('conversion.limit_exceeded', `More than ${maxPages} pages are too many.`);
    }
    return { pdfium, handle, form, pages, dispose: () => store.dispose() };
  } catch (error) {
    store.dispose();
    throw error;
  }
}

function openingError(code: number, hasPassword: boolean): ConversionError {
  return code === passwordError ? locked(hasPassword) : damaged('PDF');
}

function openForm(pdfium: Pdfium, document: number): Disposable & { readonly handle: number } {
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  const handle = pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
  // On a screen the fields that can be filled in would be tinted.
  pdfium.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  return {
    handle,
    dispose: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(handle);
      pdfium.PDFiumExt_CloseFormFillInfo(info);
    },
  };
}

/** A page that is open while it is used. @throws ConversionError `conversion.invalid_input` */
export function withPage<T>(
  { pdfium, handle, form }: PdfDocument,
  index: number,
  use: (page: number) => T,
): T {
  const page = pdfium.FPDF_LoadPage(handle, index);
  if (page === 0) throw damaged('PDF');
  try {
    pdfium.FORM_OnAfterLoadPage(page, form);
    return use(page);
  } finally {
    pdfium.FORM_OnBeforeClosePage(page, form);
    pdfium.FPDF_ClosePage(page);
  }
}

/** An `FPDF_FILEACCESS`: the file's length, the function that reads a block, and what is passed to it. */
function openFile({ pdfium }: Pdfium, path: string): Disposable & { readonly pointer: number } {
  const file = openSync(path, 'r');
  const readBlock = (_parameter: number, position: number, buffer: number, size: number): number =>
    readSync(file, pdfium.HEAPU8, buffer, size, position >>> 0) === size ? 1 : 0;
  const callback = pdfium.addFunction(readBlock, 'iiiii');
  const pointer = pdfium.wasmExports.malloc(3 * pointerBytes);
  pdfium.setValue(pointer, fstatSync(file).size, 'i32');
  pdfium.setValue(pointer + pointerBytes, callback, 'i32');
  pdfium.setValue(pointer + 2 * pointerBytes, 0, 'i32');
  return {
    pointer,
    dispose: () => {
      pdfium.wasmExports.free(pointer);
      pdfium.removeFunction(callback);
      closeSync(file);
    },
  };
}
