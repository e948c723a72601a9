import type { Engine, EngineId } from './work.ts';

/** Loads an engine on its first use in a worker. */
export const engines: Readonly<Record<EngineId, () => Promise<Engine>>> = {
  archive: async () => (await import('./archive/convert.ts')).convertArchive,
  image: async () => (await import('./image/convert.ts')).convertImage,
  imageCompression: async () => (await import('./image/compress.ts')).compressImage,
  svgCompression: async () => (await import('./svg/compress.ts')).compressSvg,
};
