import type { Proofs } from '../proofs.ts';
import { archiveProofs } from './archives.ts';
import { dataProofs } from './data.ts';
import { documentProofs } from './documents.ts';
import { ffmpegProofs } from './ffmpeg.ts';
import { fontProofs } from './fonts.ts';
import { imageProofs } from './images.ts';
import { packageProofs } from './packages.ts';
import { pdfProofs } from './pdf.ts';
import { pdfCompressionProofs } from './pdfCompression.ts';
import { remuxProofs } from './remux.ts';
import { sheetProofs } from './sheets.ts';

/** The proofs of every engine. */
export const proofs: readonly Proofs[] = [
  ...archiveProofs,
  ...dataProofs,
  ...documentProofs,
  ...ffmpegProofs,
  ...fontProofs,
  ...imageProofs,
  ...packageProofs,
  ...pdfProofs,
  ...pdfCompressionProofs,
  ...remuxProofs,
  ...sheetProofs,
];
