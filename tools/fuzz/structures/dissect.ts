import { compoundFileStructure } from './compoundFile.ts';
import { compressedStructures } from './compressed.ts';
import { isoMediaStructure } from './isoMedia.ts';
import { jpegStructure } from './jpeg.ts';
import { oggStructure } from './ogg.ts';
import { pdfStructure } from './pdf.ts';
import { pngStructure } from './png.ts';
import { riffStructure } from './riff.ts';
import { sfntStructure } from './sfnt.ts';
import type { Dissection, Structure } from './structure.ts';
import { tarStructure } from './tar.ts';
import { tiffStructure } from './tiff.ts';
import { zipStructure } from './zip.ts';

const structures: readonly Structure[] = [
  pngStructure,
  jpegStructure,
  tiffStructure,
  riffStructure,
  isoMediaStructure,
  oggStructure,
  zipStructure,
  tarStructure,
  ...compressedStructures,
  sfntStructure,
  pdfStructure,
  compoundFileStructure,
];

/** Divides a file by its signature; `undefined` for a format without known parts. */
export function dissect(bytes: Buffer): Dissection | undefined {
  for (const structure of structures) {
    const found = structure(bytes);
    if (found !== undefined && found.parts.length > 0) return found;
  }
  return undefined;
}
