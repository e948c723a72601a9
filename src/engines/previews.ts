import { imagePreview, images, imageTrial, magick } from './images/images.ts';
import type { EngineId } from './index.ts';
import { pdfPreview } from './pdf/pdf.ts';
import { ghostscript } from './programs/ghostscript/ghostscript.ts';
import type { ProgramId } from './programs/programs.ts';
import { conversions, reads } from './registry.ts';

/** The way to make a preview of a file. */
export interface PreviewRoute {
  readonly engine: EngineId;
  /** The program that makes a PDF of the file before, and that has to be there for it. */
  readonly printer?: ProgramId;
  /** The engine's options for a page, starting at 1. */
  readonly options: (page: number) => Readonly<Record<string, unknown>>;
}

const image: PreviewRoute = { engine: imagePreview.id, options: (page) => ({ page }) };
const pdf: PreviewRoute = { engine: pdfPreview.id, options: (page) => ({ pages: String(page) }) };
const postScript: PreviewRoute = { ...pdf, printer: ghostscript.id };

/** The engine that tries settings on a part of an image. */
export const trialEngine: EngineId = imageTrial.id;

/** The preview of a format: for images, and for pages of PDFs and PostScript. `undefined` if there is nothing to see. */
export function previewRoute(format: string): PreviewRoute | undefined {
  if (format === 'pdf') return pdf;
  if (reads(ghostscript.id, format)) return postScript;
  return reads(images.id, format) || reads(magick.id, format) ? image : undefined;
}

/** The formats that can be looked at. */
export function previewFormats(): string[] {
  const formats = new Set(conversions.map(({ from }) => from));
  return [...formats].filter((format) => previewRoute(format) !== undefined);
}
