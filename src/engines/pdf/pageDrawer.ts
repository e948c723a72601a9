import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import type { Disposable } from '../../util/disposable.ts';
import { ConversionError } from '../api/conversionError.ts';
import { openRepaired, type PdfDocument } from './document.ts';
import { drawsLab } from './labPictures.ts';
import { namesLab } from './repair/objectStreams.ts';
import type { PdfOptions } from './options.ts';
import { type PagePixels, renderPage } from './render.ts';

/** Maximum size to read completely in search of a rare feature. */
const maxSearchedBytes = 32 * 1024 * 1024;

/** Draws a document's pages, using a repaired copy for those that PDFium misdraws. */
export class PageDrawer implements Disposable {
  readonly #document: PdfDocument;
  readonly #inputPath: string;
  readonly #options: PdfOptions;
  #repaired: { readonly document: PdfDocument | undefined } | undefined;
  #namesLab: boolean | undefined;

  /** The document of this file, opened with these options. */
  constructor(document: PdfDocument, inputPath: string, options: PdfOptions) {
    this.#document = document;
    this.#inputPath = inputPath;
    this.#options = options;
  }

  /** The selected pages, starting at 0. */
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

  /** The repaired copy, if there was anything to repair. */
  async #repairedDocument(): Promise<PdfDocument | undefined> {
    this.#repaired ??= { document: await openRepaired(this.#inputPath, this.#options, 'labPictures') };
    return this.#repaired.document;
  }
}

/** True if there may be CIELAB pictures that PDFium doesn't report: in patterns and annotations. */
async function mayNameLab(inputPath: string): Promise<boolean> {
  if ((await stat(inputPath)).size > maxSearchedBytes) return false;
  return namesLab(await readFile(inputPath));
}
