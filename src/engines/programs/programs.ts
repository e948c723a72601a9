import type { Program } from '../api/program.ts';
import { calibreProgram } from './calibre/program.ts';
import { ffmpegProgram } from './ffmpeg/program.ts';
import { ghostscriptProgram } from './ghostscript/program.ts';
import { libreOfficeProgram } from './libreoffice/program.ts';
import { pandocProgram } from './pandoc/program.ts';
import { tesseractProgram } from './tesseract/program.ts';

/** The user's programs, keyed by the ids of their engines. The extension reads this list without loading an engine. */
export const programs = {
  ffmpeg: ffmpegProgram,
  libreoffice: libreOfficeProgram,
  pandoc: pandocProgram,
  calibre: calibreProgram,
  ghostscript: ghostscriptProgram,
  tesseract: tesseractProgram,
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramId = keyof typeof programs;

export const programIds: readonly ProgramId[] = Object.keys(programs).filter(isProgramId);

export function isProgramId(name: string): name is ProgramId {
  return Object.hasOwn(programs, name);
}
