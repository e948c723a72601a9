import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { ConversionError, damaged, isConversionError, locked } from '../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { pdfOptions, type PdfOptions, selectPages } from './options.ts';
import { removeHidden } from './hiddenObjects.ts';
import { bytesSource, fileSource, openAccess, type Source, withMemory } from './memory.ts';
import { loadPdfium, type Pdfium, resetPdfium } from './pdfium.ts';
import { hasLayers } from './objectStreams.ts';
import { isTruncated, withoutDirectStreams } from './preflight.ts';
import type { Repair } from './repair.ts';

const maxPages = 2000;
/** Repairing a document keeps several copies of it in memory, so larger ones aren't repaired. */
const maxMendedBytes = 100 * 1024 * 1024;
/** Error codes of `FPDF_GetLastError`. */
const errors = { password: 4, encryption: 5 } as const;
const sizeBytes = 8;
const indexBytes = 4;

/** An open PDF. `handle` is PDFium's pointer to it. */
export interface PdfDocument extends Disposable {
  readonly pdfium: Pdfium;
  readonly handle: number;
  /** PDFium's pointer to the form environment, which draws form fields. */
  readonly form: number;
  /** Indexes of the selected pages, starting at 0. */
  readonly pages: readonly number[];
  /** True if parts of pages are marked as hidden, which {@link withPage} removes. */
  readonly hasHidden?: boolean;
}

/**
 * Opens a PDF and keeps only the parts in use in memory. If PDFium can't open it, or finds fewer pages than the PDF
 * claims to have, it is repaired first if possible.
 * @throws ConversionError `conversion.invalid_input`, `conversion.limit_exceeded`, `conversion.password_needed`,
 * `conversion.unsupported_kind`
 */
export async function openDocument(inputPath: string, options: PdfOptions): Promise<PdfDocument> {
  if (await isTruncated(inputPath)) throw damaged('PDF');
  const pdfium = await loadPdfium();
  const isMendable = (await stat(inputPath)).size <= maxMendedBytes;
  const plain = isMendable ? await withoutDirectStreams(inputPath) : undefined;
  const document = openSource(pdfium, plain ? bytesSource(plain) : fileSource(inputPath), options);
  if (document) return document;
  const repaired = await openRepaired(inputPath, options, 'pages');
  if (!repaired) throw damaged('PDF');
  return repaired;
}

/**
 * Opens a repaired copy of a PDF, which is kept in memory. Returns `undefined` if the PDF can't be repaired.
 * @throws ConversionError as `openDocument` does
 */
export async function openRepaired(
  inputPath: string,
  options: PdfOptions,
  kind: Repair,
): Promise<PdfDocument | undefined> {
  if ((await stat(inputPath)).size > maxMendedBytes) return undefined;
  const file = await readFile(inputPath);
  if (kind === 'layers' && !hasLayers(file)) return undefined;
  const { repair } = await import('./objectsBundle.ts');
  const repaired = await repair(file, options.password ?? '', kind);
  const document = repaired && openSource(await loadPdfium(), bytesSource(repaired), options);
  return document && { ...document, hasHidden: kind !== 'pages' };
}

/**
 * Opens a PDF without the layers that it turns off by default, which PDFium draws correctly but whose text it reads.
 * @throws ConversionError as `openDocument` does
 */
export async function openVisible(inputPath: string, options: PdfOptions): Promise<PdfDocument> {
  const isComplete = !(await isTruncated(inputPath));
  const visible = isComplete ? await openRepaired(inputPath, options, 'layers') : undefined;
  return visible ?? openDocument(inputPath, options);
}

/** Returns `undefined` if the document is damaged. */
function openSource(pdfium: Pdfium, source: Source, options: PdfOptions): PdfDocument | undefined {
  const store = new DisposableStore();
  try {
    const access = store.add(openAccess(pdfium, source));
    const handle = pdfium.FPDF_LoadCustomDocument(access.pointer, options.password ?? '');
    if (handle !== 0) {
      store.add({ dispose: () => pdfium.FPDF_CloseDocument(handle) });
      const form = store.add(openForm(pdfium, handle)).handle;
      const count = pdfium.FPDF_GetPageCount(handle);
      const pages = count === 0 ? [] : selectPages(options.pages, count);
      if (pages.length > maxPages) {
        throw new ConversionError(fault('pdf.pages', maxPages));
      }
      if (pages.length > 0 && hasPagesUpTo(pdfium, handle, pages.at(-1) ?? 0)) {
        return { pdfium, handle, form, pages, dispose: () => store.dispose() };
      }
    } else failUnlessDamaged(pdfium.FPDF_GetLastError(), options.password !== undefined);
    store.dispose();
    return undefined;
  } catch (error) {
    store.dispose();
    throw error;
  }
}

function failUnlessDamaged(code: number, hasPassword: boolean): void {
  if (code === errors.password) throw locked(hasPassword);
  if (code === errors.encryption) throw new ConversionError(fault('pdf.lock'));
}

/** Checks all pages up to the last one needed: if a page is missing, the numbers of all later pages are wrong. */
function hasPagesUpTo(pdfium: Pdfium, handle: number, last: number): boolean {
  return withMemory(pdfium, sizeBytes, (size) => {
    for (let index = 0; index <= last; index += 1)
      if (!pdfium.FPDF_GetPageSizeByIndexF(handle, index, size)) return false;
    return true;
  });
}

function openForm(pdfium: Pdfium, document: number): Disposable & { readonly handle: number } {
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  const handle = pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
  // Turn off PDFium's tint of fillable form fields.
  pdfium.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  return {
    handle,
    dispose: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(handle);
      pdfium.PDFiumExt_CloseFormFillInfo(info);
    },
  };
}

/**
 * Opens a page while `use` runs.
 * @throws ConversionError `conversion.invalid_input`
 */
export function withPage<T>(
  { pdfium, handle, form, hasHidden = false }: PdfDocument,
  index: number,
  use: (page: number) => T,
): T {
  const page = pdfium.FPDF_LoadPage(handle, index);
  if (page === 0) throw damaged('PDF');
  try {
    if (hasHidden) removeHidden(pdfium, page);
    pdfium.FORM_OnAfterLoadPage(page, form);
    return use(page);
  } finally {
    pdfium.FORM_OnBeforeClosePage(page, form);
    pdfium.FPDF_ClosePage(page);
  }
}

/**
 * Copies a page with its annotations into a separate document, which `use` may change.
 * @returns `undefined` if the page can't be copied
 */
export function withCopy<T>(
  { pdfium, handle }: PdfDocument,
  index: number,
  use: (copy: PdfDocument) => T,
): T | undefined {
  const store = new DisposableStore();
  try {
    const copy = pdfium.FPDF_CreateNewDocument();
    store.add({ dispose: () => pdfium.FPDF_CloseDocument(copy) });
    const isCopied = withMemory(pdfium, indexBytes, (indices) => {
      pdfium.pdfium.setValue(indices, index, 'i32');
      return pdfium.FPDF_ImportPagesByIndex(copy, handle, indices, 1, 0);
    });
    if (!isCopied) return undefined;
    const form = store.add(openForm(pdfium, copy)).handle;
    return use({ pdfium, handle: copy, form, pages: [0], dispose: () => store.dispose() });
  } finally {
    store.dispose();
  }
}

/**
 * Opens the text of a page while `use` runs, and passes PDFium's pointer to it.
 * @throws ConversionError `conversion.invalid_input`
 */
export function withText<T>({ pdfium }: PdfDocument, page: number, use: (text: number) => T): T {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) throw damaged('PDF');
  try {
    return use(text);
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

/**
 * Opens the document of a job while `use` runs, and translates errors.
 * @throws ConversionError
 */
export async function withDocument(
  task: EngineTask,
  use: (document: PdfDocument, options: PdfOptions) => Promise<EngineResult>,
  open = openDocument,
): Promise<EngineResult> {
  const options = pdfOptions.parse(task.options);
  try {
    const document = await open(task.inputPath, options);
    try {
      return await use(document, options);
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (isConversionError(error)) throw error;
    resetPdfium();
    // WebAssembly throws a RuntimeError if memory runs out or if PDFium has a bug.
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
    throw new ConversionError(fault('pdf.complex'), { cause: error });
  }
}
