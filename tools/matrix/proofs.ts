import type { FormatKind } from '../../src/contract/formats/format.ts';
import type { EngineId } from '../../src/engines/index.ts';
import type { Check, Converted } from './check.ts';
import { dataSample, sameData } from './data.ts';
import { documentSamples, isSheet, makeNotes, makeOldBooks, sameDocument } from './documents.ts';
import { archiveSample, fontSample, sameEntries, sameFont, sameParts, samePdf } from './files.ts';
import { kindOfFilm, sameFilm } from './films.ts';
import { notebookSample, sameNotebook, sameSmallerNotebook } from './notebooks.ts';
import { sameMarkup } from './pandoc.ts';
import { makePostScript, pictureSamples, sameMoments, samePictures, zipPictures } from './pictures.ts';
import { makeMediaSamples, mediaSample } from './programs/mediaSamples.ts';
import { sameSheets, sheetSample } from './sheets.ts';
import { audioSample, remuxSample, sameAudio, sameTracks } from './sounds.ts';
import { sameSubtitles, subtitleSample } from './subtitles.ts';

/** The proof of an engine's cases. */
interface Proof {
  /** The kind of all its cases, or a function that determines it by target format. */
  readonly kind: FormatKind | ((to: string) => FormatKind);
  /** The path of a real file in the source format. */
  readonly sample: (from: string, to: string) => string;
  /** Makes the samples that aren't fixtures. */
  readonly prepare?: () => Promise<void>;
  readonly check: Check;
}

export const proofs: Readonly<Partial<Record<EngineId, Proof>>> = {
  animationVideo: { kind: 'video', sample: pictureSamples.animation, check: sameMoments },
  archive: { kind: 'archives', sample: archiveSample, check: sameEntries },
  audio: { kind: 'audio', sample: audioSample, check: sameAudio },
  calibre: { kind: 'ebooks', sample: documentSamples.calibre, prepare: makeOldBooks, check: sameDocument },
  data: { kind: 'data', sample: dataSample, check: sameData },
  document: { kind: 'documents', sample: documentSamples.document, check: sameDocument },
  documentPrint: { kind: 'documents', sample: documentSamples.print, check: sameDocument },
  drawingPdf: { kind: 'documents', sample: pictureSamples.magick, check: samePictures },
  ffmpeg: { kind: kindOfFilm, sample: mediaSample, prepare: makeMediaSamples, check: sameFilm },
  font: { kind: 'fonts', sample: fontSample, check: sameFont },
  ghostscript: {
    kind: 'documents',
    sample: pictureSamples.pages,
    prepare: makePostScript,
    check: samePictures,
  },
  image: { kind: 'images', sample: pictureSamples.image, check: samePictures },
  imageCompression: { kind: 'images', sample: pictureSamples.compressed, check: samePictures },
  imagePdf: { kind: 'documents', sample: pictureSamples.imagePdf, prepare: zipPictures, check: samePictures },
  libreoffice: {
    kind: 'documents',
    sample: documentSamples.office,
    check: (converted) => (isTable(converted) ? sameSheets : sameDocument)(converted),
  },
  magick: { kind: 'images', sample: pictureSamples.magick, check: samePictures },
  notebookCompression: { kind: 'documents', sample: notebookSample, check: sameSmallerNotebook },
  notebooks: { kind: 'documents', sample: notebookSample, check: sameNotebook },
  officeArchiveCompression: { kind: 'documents', sample: documentSamples.pictures, check: sameParts },
  pandoc: { kind: 'documents', sample: documentSamples.pandoc, check: sameMarkup },
  pdf: {
    kind: 'documents',
    sample: documentSamples.reflow,
    check: (converted) => (converted.to === 'txt' ? sameDocument : samePictures)(converted),
  },
  pdfCompression: { kind: 'documents', sample: documentSamples.pictures, check: samePdf },
  pdfReflow: { kind: 'documents', sample: documentSamples.reflow, check: sameDocument },
  remux: { kind: 'video', sample: remuxSample, check: sameTracks },
  sheetPrint: { kind: 'documents', sample: sheetSample, check: sameDocument },
  sheets: { kind: 'documents', sample: sheetSample, check: sameSheets },
  subtitles: { kind: 'documents', sample: subtitleSample, check: sameSubtitles },
  svgCompression: { kind: 'images', sample: pictureSamples.magick, check: samePictures },
  tesseract: { kind: 'documents', sample: documentSamples.note, prepare: makeNotes, check: sameDocument },
};

/** LibreOffice prints sheets like documents. */
function isTable({ from, to }: Converted): boolean {
  return isSheet(from) && to !== 'pdf' && to !== 'html';
}
