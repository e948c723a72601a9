import type { Proofs } from '../proofs.ts';
import { archiveProofs } from './archives.ts';
import { audioProofs } from './audio.ts';
import { calibreProofs } from './calibre.ts';
import { dataProofs } from './data.ts';
import { documentProofs } from './documents.ts';
import { ffmpegProofs } from './ffmpeg.ts';
import { animationVideoProofs } from './animationVideo.ts';
import { fontProofs } from './fonts.ts';
import { ghostscriptProofs } from './ghostscript.ts';
import { imagePdfProofs } from './imagePdf.ts';
import { imageProofs } from './images.ts';
import { libreOfficeProofs } from './libreoffice.ts';
import { notebookProofs } from './notebooks.ts';
import { officeArchiveProofs } from './officeArchives.ts';
import { pandocProofs } from './pandoc.ts';
import { pandocPageProofs } from './pandocPages.ts';
import { pdfProofs } from './pdf.ts';
import { pdfCompressionProofs } from './pdfCompression.ts';
import { pdfReflowProofs } from './pdfReflow.ts';
import { printProofs } from './prints.ts';
import { remuxProofs } from './remux.ts';
import { sheetProofs } from './sheets.ts';
import { subtitleProofs } from './subtitles.ts';
import { tesseractProofs } from './tesseract.ts';

/** The proofs of every engine. */
export const proofs: readonly Proofs[] = [
  ...archiveProofs,
  ...audioProofs,
  ...calibreProofs,
  ...dataProofs,
  ...documentProofs,
  ...ffmpegProofs,
  ...animationVideoProofs,
  ...fontProofs,
  ...ghostscriptProofs,
  ...imageProofs,
  ...imagePdfProofs,
  ...libreOfficeProofs,
  ...notebookProofs,
  ...officeArchiveProofs,
  ...pandocPageProofs,
  ...pandocProofs,
  ...pdfProofs,
  ...pdfCompressionProofs,
  ...pdfReflowProofs,
  ...printProofs,
  ...remuxProofs,
  ...sheetProofs,
  ...subtitleProofs,
  ...tesseractProofs,
];
