import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import type { Disposable } from '../../util/disposable.ts';
import { ConversionError } from '../api/conversionError.ts';
import { openRepaired, type PdfDocument } from './document.ts';
import { drawsLab } from './labPictures.ts';
import { namesLab } from './repair/objectStreams.ts';
import type { PdfOptions } from './options.ts';
import { type PagePixels, renderPage } from './render.ts';

/** Maximum size in bytes of a file that is searched for CIELAB, which is rare. */
const maxSearchedBytes = 32 * 1024 * 1024;

/** Draws the pages of a document. Uses a repaired copy for pages that PDFium would draw incorrectly. */
export class PageDrawer implements Disposable {
  readonly #document: PdfDocument;
  readonly #inputPath: string;
  readonly #options: PdfOptions;
  #repaired: { readonly document: PdfDocument | undefined } | undefined;
  #namesLab: boolean | undefined;

  /** `document` must be the file at `inputPath`, opened with `options`. */
  constructor(document: PdfDocument, inputPath: string, options: PdfOptions) {
    this.#document = document;
    this.#inputPath = inputPath;
    this.#options = options;
  }

  /** Indexes of the selected pages, starting at 0. */
  get pages(): readonly number[] {
    return this.#document.pages;
  }

  /** @throws ConversionError */
  async draw(page: number, density: number): Promise<PagePixels> {
    const isLab = drawsLab(this.#document, page);
    this.#namesLab ??= await mayNameLab(this.#inputPath);
    const repaired = isLab || this.#namesLab ? await this.#repairedDocument() : undefined;
    if (isLab && repaired === undefined) throw new ConversionError(fault('pdf.cielab'));
    return renderPage(repaired ?? this.#document, page, density);
  }

  dispose(): void {
    this.#repaired?.document?.dispose();
    this.#repaired = undefined;
  }

  /** Returns the repaired copy, or `undefined` if nothing needed repair. */
  async #repairedDocument(): Promise<PdfDocument | undefined> {
    this.#repaired ??= { document: await openRepaired(this.#inputPath, this.#options, 'labPictures') };
    return this.#repaired.document;
  }
}

/** True if patterns or annotations may contain CIELAB pictures, which PDFium doesn't report. */
async function mayNameLab(inputPath: string): Promise<boolean> {
  if ((await stat(inputPath)).size > maxSearchedBytes) return false;
  return namesLab(await readFile(inputPath));
}
