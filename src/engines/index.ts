import type { EngineDescription } from './api/engineDescription.ts';
import { archives, extraction, zipFiles } from './archives/archives.ts';
import { audio } from './audio/audio.ts';
import { data } from './data/data.ts';
import { documentPrint, documents } from './documents/documents.ts';
import { fonts } from './fonts/fonts.ts';
import { imageCompression, imagePreview, imageProbe, images, imagePart, magick } from './images/images.ts';
import { notebookCompression, notebooks } from './notebooks/notebooks.ts';
import { officeArchives } from './officeArchives/officeArchives.ts';
import {
  combinedPdf,
  drawingPdf,
  imagePdf,
  pdf,
  pdfCompression,
  pdfPages,
  pdfPreview,
  pdfReflow,
} from './pdf/pdf.ts';
import { calibre } from './programs/calibre/calibre.ts';
import { ffmpeg } from './programs/ffmpeg/ffmpeg.ts';
import { ghostscript } from './programs/ghostscript/ghostscript.ts';
import { libreOffice } from './programs/libreoffice/libreoffice.ts';
import { pandoc } from './programs/pandoc/pandoc.ts';
import { tesseract } from './programs/tesseract/tesseract.ts';
import { sheetPrint, spreadsheets } from './spreadsheets/spreadsheets.ts';
import { subtitles } from './subtitles/subtitles.ts';
import { svg } from './svg/svg.ts';
import { fileProbe } from './traits/traits.ts';
import { animationVideo, mediaProbe, remux } from './video/video.ts';

const list = [
  images,
  magick,
  imagePdf,
  drawingPdf,
  pdf,
  pdfReflow,
  spreadsheets,
  sheetPrint,
  data,
  subtitles,
  documents,
  documentPrint,
  notebooks,
  fonts,
  archives,
  audio,
  remux,
  animationVideo,
  imageCompression,
  svg,
  officeArchives,
  notebookCompression,
  pdfCompression,
  pdfPages,
  imagePreview,
  imagePart,
  pdfPreview,
  imageProbe,
  mediaProbe,
  fileProbe,
  combinedPdf,
  zipFiles,
  extraction,
  libreOffice,
  ffmpeg,
  pandoc,
  calibre,
  ghostscript,
  tesseract,
] as const;

export type EngineId = (typeof list)[number]['id'];

/** All engines. Their order only affects displayed lists. */
export const engines: readonly EngineDescription<EngineId>[] = list;

const byId: ReadonlyMap<string, EngineDescription> = new Map(engines.map((engine) => [engine.id, engine]));

/**
 * Returns the engine with this id.
 * @throws Error if there is none
 */
export function engineNamed(id: string): EngineDescription {
  const engine = byId.get(id);
  if (engine === undefined) throw new Error(`Unknown engine: ${id}`);
  return engine;
}

/** Removes files outside `folder` that programs left behind when they were killed while working in it. */
export function removeLeftovers(folder: string): void {
  for (const { program } of engines) program?.removeTraces?.(folder);
}
