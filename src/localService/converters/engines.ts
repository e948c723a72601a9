import type { Engine, EngineId } from './work.ts';

/** Loads an engine on its first use in a worker. */
export const engines: Readonly<Record<EngineId, () => Promise<Engine>>> = {
  image: async () => (await import('./image/convert.ts')).convertImage,
  imageCompression: async () => (await import('./image/compress.ts')).compressImage,
  svgCompression: async () => (await import('./svg/compress.ts')).compressSvg,
  pdf: async () => (await import('./pdf/engines.ts')).convertPdf,
  pdfPages: async () => (await import('./pdf/engines.ts')).countPages,
};
