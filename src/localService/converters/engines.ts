import type { Engine, EngineId } from './work.ts';

/** Loads an engine on its first use in a worker. */
export const engines: Readonly<Record<EngineId, () => Promise<Engine>>> = {
  archive: async () => (await import('./archive/convert.ts')).convertArchive,
  audio: async () => (await import('./audio/convert.ts')).convertAudio,
  calibre: async () => (await import('./calibre/convert.ts')).convertWithCalibre,
  data: async () => (await import('./data/convert.ts')).convertData,
  document: async () => (await import('./document/engines.ts')).convertDocument,
  documentPrint: async () => (await import('./document/engines.ts')).printDocument,
  ffmpeg: async () => (await import('./ffmpeg/convert.ts')).convertWithFfmpeg,
  font: async () => (await import('./font/convert.ts')).convertFont,
  image: async () => (await import('./image/convert.ts')).convertImage,
  imageCompression: async () => (await import('./image/compress.ts')).compressImage,
  imagePdf: async () => (await import('./imagePdf/convert.ts')).convertToPdf,
  packageCompression: async () => (await import('./package/compress.ts')).compressPackage,
  remux: async () => (await import('./media/engines.ts')).remux,
  magick: async () => (await import('./magick/convert.ts')).convertByMagick,
  pandoc: async () => (await import('./pandoc/convert.ts')).convertWithPandoc,
  sheets: async () => (await import('./sheets/convert.ts')).convertSheets,
  svgCompression: async () => (await import('./svg/compress.ts')).compressSvg,
  pdf: async () => (await import('./pdf/engines.ts')).convertPdf,
  pdfCompression: async () => (await import('./pdf/compression/compress.ts')).compressPdf,
  pdfProse: async () => (await import('./document/engines.ts')).convertProse,
  pdfPages: async () => (await import('./pdf/engines.ts')).countPages,
};
