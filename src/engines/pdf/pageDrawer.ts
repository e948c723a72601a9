import { fault } from '../../contract/faults/fault.ts';
import type { Disposable } from '../../util/disposable.ts';
import { ConversionError } from '../api/conversionError.ts';
import { openMended, type PdfDocument } from './document.ts';
import type { PdfOptions } from './options.ts';
import { type PagePixels, renderExactly, renderPage } from './render.ts';

/** Draws pages of a document, those that PDFium gets wrong from a copy that is mended. */
export class PageDrawer implements Disposable {
  readonly #document: PdfDocument;
  readonly #inputPath: string;
  readonly #options: PdfOptions;
  #mended: PdfDocument | undefined;

  /** The document of that file, as it was opened with these options. */
  constructor(document: PdfDocument, inputPath: string, options: PdfOptions) {
    this.#document = document;
    this.#inputPath = inputPath;
    this.#options = options;
  }

  /** The pages that the options select, counted from 0. */
  get pages(): readonly number[] {
    return this.#document.pages;
  }

  /** @throws ConversionError */
  async draw(page: number, density: number): Promise<PagePixels> {
    const pixels = renderExactly(this.#document, page, density);
    return pixels ?? renderPage(await this.#mendedDocument(), page, density);
  }

  dispose(): void {
    this.#mended?.dispose();
    this.#mended = undefined;
  }

  async #mendedDocument(): Promise<PdfDocument> {
    this.#mended ??= await openMended(this.#inputPath, this.#options, 'labPictures');
    if (this.#mended === undefined) throw new ConversionError(fault('pdf.cielab'));
    return this.#mended;
  }
}
