import type { Engine, EngineId } from './api/work.ts';

/** Loads an engine on its first use in a worker. */
export const engines: Readonly<Record<EngineId, () => Promise<Engine>>> = {
  archive: async () => (await import('./archives/convert.ts')).convertArchive,
  audio: async () => (await import('./mediaBundle.ts')).convertAudio,
  calibre: async () => (await import('./programs/calibre/convert.ts')).convertWithCalibre,
  data: async () => (await import('./data/convert.ts')).convertData,
  document: async () => (await import('./documentBundle.ts')).convertDocument,
  documentPrint: async () => (await import('./documentBundle.ts')).printDocument,
  ffmpeg: async () => (await import('./programs/ffmpeg/convert.ts')).convertWithFfmpeg,
  film: async () => (await import('./mediaBundle.ts')).convertAnimation,
  font: async () => (await import('./fonts/convert.ts')).convertFont,
  ghostscript: async () => (await import('./programs/ghostscript/convert.ts')).convertWithGhostscript,
  image: async () => (await import('./images/convert.ts')).convertImage,
  imageCompression: async () => (await import('./images/compress.ts')).compressImage,
  imagePdf: async () => (await import('./pdf/fromImages/convert.ts')).convertToPdf,
  libreoffice: async () => (await import('./programs/libreoffice/convert.ts')).convertWithLibreOffice,
  magick: async () => (await import('./images/magick/convert.ts')).convertByMagick,
  packageCompression: async () => (await import('./officeArchives/compress.ts')).compressPackage,
  pandoc: async () => (await import('./programs/pandoc/convert.ts')).convertWithPandoc,
  pdf: async () => (await import('./pdf/engines.ts')).convertPdf,
  pdfCompression: async () => (await import('./pdf/compression/compress.ts')).compressPdf,
  pdfPages: async () => (await import('./pdf/engines.ts')).countPages,
  pdfProse: async () => (await import('./documentBundle.ts')).convertProse,
  remux: async () => (await import('./mediaBundle.ts')).remux,
  sheets: async () => (await import('./spreadsheets/convert.ts')).convertSheets,
  svgCompression: async () => (await import('./svg/compress.ts')).compressSvg,
};
