import type { Engine, EngineId } from './work.ts';

/** Loads an engine on its first use in a worker. */
export const engines: Readonly<Record<EngineId, () => Promise<Engine>>> = {
  archive: async () => (await import('./archive/convert.ts')).convertArchive,
  audio: async () => (await import('./mediaBundle.ts')).convertAudio,
  calibre: async () => (await import('./calibre/convert.ts')).convertWithCalibre,
  data: async () => (await import('./data/convert.ts')).convertData,
  document: async () => (await import('./documentBundle.ts')).convertDocument,
  documentPrint: async () => (await import('./documentBundle.ts')).printDocument,
  ffmpeg: async () => (await import('./ffmpeg/convert.ts')).convertWithFfmpeg,
  film: async () => (await import('./mediaBundle.ts')).convertAnimation,
  font: async () => (await import('./font/convert.ts')).convertFont,
  ghostscript: async () => (await import('./ghostscript/convert.ts')).convertWithGhostscript,
  image: async () => (await import('./image/convert.ts')).convertImage,
  imageCompression: async () => (await import('./image/compress.ts')).compressImage,
  imagePdf: async () => (await import('./imagePdf/convert.ts')).convertToPdf,
  libreoffice: async () => (await import('./libreoffice/convert.ts')).convertWithLibreOffice,
  magick: async () => (await import('./magick/convert.ts')).convertByMagick,
  packageCompression: async () => (await import('./package/compress.ts')).compressPackage,
  pandoc: async () => (await import('./pandoc/convert.ts')).convertWithPandoc,
  pdf: async () => (await import('./pdf/engines.ts')).convertPdf,
  pdfCompression: async () => (await import('./pdf/compression/compress.ts')).compressPdf,
  pdfPages: async () => (await import('./pdf/engines.ts')).countPages,
  pdfProse: async () => (await import('./documentBundle.ts')).convertProse,
  remux: async () => (await import('./mediaBundle.ts')).remux,
  sheets: async () => (await import('./sheets/convert.ts')).convertSheets,
  svgCompression: async () => (await import('./svg/compress.ts')).compressSvg,
};
