import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import type { EngineTask, ProgressListener } from '../api/task.ts';
import { pointsPerInch } from '../lib/paper.ts';
import { openDocument, type PdfDocument, withDocument, withPage } from './document.ts';
import { withMemory } from './memory.ts';
import { type PagePixels, pageSize, renderPage } from './render.ts';
import { pageLines } from './textExtraction/documentPages.ts';
import { uprightOf } from './textExtraction/upright.ts';

interface DrawnPage {
  /** The page as a portable graymap (PGM). */
  readonly picture: Buffer;
  /** Resolution in pixels per inch. */
  readonly density: number;
}

/**
 * Recognizes the text of a page. Returns the path of a PDF with a single page that contains only this text.
 * @throws ConversionError
 */
export type Recognizer = (page: DrawnPage) => Promise<string>;

/**
 * Recommended resolution for text recognition. Large pages are drawn at a lower one to limit the time that they take.
 */
const usualDensity = 300;
const minDensity = 18;
const maxPixels = 20_000_000;
const matrixBytes = 24;
const pointerBytes = 4;

/** If more pages fail, the program doesn't work, or the document doesn't suit it. */
const maxFailures = 10;
const noteSize = 12;
const noteMargin = 36;
const invisible = 3;

/**
 * Adds invisible recognized text to the pages that have no text, and leaves all other content unchanged. A page that
 * can't be recognized gets a note instead.
 * @throws ConversionError if no text is recognized, or as the recognizer does if too many pages fail
 */
export async function addTextLayer(
  task: EngineTask,
  recognize: Recognizer,
  onProgress: ProgressListener,
): Promise<void> {
  await withDocument(task, async (document) => {
    const scans = document.pages.filter((index) => pageLines(document, index).length === 0);
    if (scans.length === 0 && task.to === 'pdf') throw new ConversionError(fault('scan.hasText'));
    const failures: ConversionError[] = [];
    let count = 0;
    for (const [done, index] of scans.entries()) {
      if (done > 0) onProgress(done / scans.length);
      try {
        count += await recognizePage(document, index, recognize);
      } catch (error) {
        if (!isConversionError(error) || failures.push(error) > maxFailures) throw error;
        addNote(document, index);
      }
    }
    const areAllScans = scans.length === document.pages.length;
    const [failure] = failures;
    if (count === 0 && failure !== undefined && (areAllScans || task.to === 'pdf')) throw failure;
    if (count === 0 && areAllScans) throw new ConversionError(fault('scan.noText'));
    save(document, task.outputPath);
    return {};
  });
}

/** Adds the text of a page, and returns its number of lines. */
async function recognizePage(document: PdfDocument, index: number, recognize: Recognizer): Promise<number> {
  const density = densityOf(pageSize(document, index));
  const picture = graymapOf(renderPage(document, index, density));
  const text = await openDocument(await recognize({ picture, density }), {});
  try {
    addText(document, index, text);
    return pageLines(text, 0).length;
  } finally {
    text.dispose();
  }
}

function densityOf({ width, height }: { width: number; height: number }): number {
  const squareInches = (width * height) / pointsPerInch ** 2;
  const fitting = Math.floor(Math.sqrt(maxPixels / squareInches));
  return Math.max(minDensity, Math.min(usualDensity, fitting));
}

function graymapOf({ width, height, data }: PagePixels): Buffer {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const graymap = Buffer.alloc(header.length + width * height);
  header.copy(graymap);
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    graymap[header.length + at] = (red * 299 + green * 587 + blue * 114) / 1000;
  }
  return graymap;
}

/** Adds the recognized text of a page to that page, where its words are displayed. */
function addText(document: PdfDocument, index: number, text: PdfDocument): void {
  const { pdfium, handle } = document;
  const drawn = pageSize(text, 0);
  withPage(document, index, (page) => {
    const { shown, raw } = uprightOf(document, page);
    const origin = raw(shown.left, shown.bottom);
    const along = raw(shown.right, shown.bottom).map((side, at) => (side - (origin[at] ?? 0)) / drawn.width);
    const up = raw(shown.left, shown.top).map((side, at) => (side - (origin[at] ?? 0)) / drawn.height);
    const source = pdfium.FPDF_NewXObjectFromPage(handle, text.handle, 0);
    if (source === 0) throw damaged('PDF');
    const form = pdfium.FPDF_NewFormObjectFromXObject(source);
    withMemory(pdfium, matrixBytes, (matrix) => {
      for (const [at, value] of [...along, ...up, ...origin].entries())
        pdfium.pdfium.setValue(matrix + 4 * at, value, 'float');
      pdfium.FPDFPageObj_SetMatrix(form, matrix);
    });
    pdfium.FPDFPage_InsertObject(page, form);
    pdfium.FPDF_CloseXObject(source);
    if (!pdfium.FPDFPage_GenerateContent(page)) throw damaged('PDF');
  });
}

/** Adds an invisible sentence at the top of a page whose text couldn't be recognized. */
function addNote(document: PdfDocument, index: number): void {
  const { pdfium, handle } = document;
  const note = Buffer.from(`[The text of page ${index + 1} couldn’t be recognized.]\0`, 'utf16le');
  withPage(document, index, (page) => {
    const { shown, raw } = uprightOf(document, page);
    const [along, up] = [raw(1, 0), raw(0, 1)];
    const origin = raw(shown.left + noteMargin, shown.top - noteMargin);
    const text = pdfium.FPDFPageObj_NewTextObj(handle, 'Helvetica', noteSize);
    withMemory(pdfium, note.length, (pointer) => {
      pdfium.pdfium.HEAPU8.set(note, pointer);
      pdfium.FPDFText_SetText(text, pointer);
    });
    pdfium.FPDFTextObj_SetTextRenderMode(text, invisible);
    pdfium.FPDFPageObj_Transform(text, ...along, ...up, ...origin);
    pdfium.FPDFPage_InsertObject(page, text);
    if (!pdfium.FPDFPage_GenerateContent(page)) throw damaged('PDF');
  });
}

/** Saves the document through an `FPDF_FILEWRITE`, which consists of a version and a function that writes a block. */
function save({ pdfium: { pdfium, FPDF_SaveAsCopy }, handle }: PdfDocument, path: string): void {
  const file = openSync(path, 'wx');
  const writeBlock = (_writer: number, block: number, size: number): number => {
    writeFileSync(file, pdfium.HEAPU8.subarray(block, block + size));
    return 1;
  };
  const callback = pdfium.addFunction(writeBlock, 'iiii');
  const writer = pdfium.wasmExports.malloc(2 * pointerBytes);
  try {
    pdfium.setValue(writer, 1, 'i32');
    pdfium.setValue(writer + pointerBytes, callback, 'i32');
    if (!FPDF_SaveAsCopy(handle, writer, 0)) throw damaged('PDF');
  } finally {
    pdfium.wasmExports.free(writer);
    pdfium.removeFunction(callback);
    closeSync(file);
  }
}
