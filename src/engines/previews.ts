import { imagePreview, images, imageTrial, magick } from './images/images.ts';
import type { EngineId } from './index.ts';
import { pdfPreview } from './pdf/pdf.ts';
import { ghostscript } from './programs/ghostscript/ghostscript.ts';
import type { ProgramId } from './programs/programs.ts';
import { conversions, reads } from './registry.ts';

/** Describes how to create a preview of a file. */
export interface PreviewRoute {
  readonly engine: EngineId;
  /** A program that must be installed and converts the file to a PDF first. */
  readonly printer?: ProgramId;
  /** Returns the engine's options for a page. Pages start at 1. */
  readonly options: (page: number) => Readonly<Record<string, unknown>>;
}

const image: PreviewRoute = { engine: imagePreview.id, options: (page) => ({ page }) };
const pdf: PreviewRoute = { engine: pdfPreview.id, options: (page) => ({ pages: String(page) }) };
const postScript: PreviewRoute = { ...pdf, printer: ghostscript.id };

export const trialEngine: EngineId = imageTrial.id;

/** Returns how to preview a format, or `undefined` if there is no preview. Images, PDF, and PostScript have one. */
export function previewRoute(format: string): PreviewRoute | undefined {
  if (format === 'pdf') return pdf;
  if (reads(ghostscript.id, format)) return postScript;
  return reads(images.id, format) || reads(magick.id, format) ? image : undefined;
}

/** Returns the formats that have a preview. */
export function previewFormats(): string[] {
  const formats = new Set(conversions.map(({ from }) => from));
  return [...formats].filter((format) => previewRoute(format) !== undefined);
}
