import type { Program } from '../api/program.ts';

/** The ids of the engines that run the user's programs. */
export type ProgramId = 'ffmpeg' | 'libreoffice' | 'pandoc' | 'calibre' | 'ghostscript' | 'tesseract';

/** The user's programs. The extension reads this list without loading an engine. */
export const programs: Readonly<Record<ProgramId, Program>> = {
  ffmpeg: {
    name: 'FFmpeg',
    executables: ['ffmpeg'],
    // WinGet adds this folder to `PATH`, but not to that of a running VS Code.
    folders: { win32: [String.raw`%LOCALAPPDATA%\Microsoft\WinGet\Links`] },
    address: 'https://ffmpeg.org/download.html',
    version: { args: ['-version'], answer: /^ffmpeg version n?(\d+(?:\.\d+)+)/m },
  },
  libreoffice: {
    name: 'LibreOffice',
    executables: ['soffice', 'libreoffice'],
    folders: {
      darwin: ['/Applications/LibreOffice.app/Contents/MacOS'],
      win32: [String.raw`%ProgramFiles%\LibreOffice\program`],
    },
    address: 'https://www.libreoffice.org/download/',
    version: { args: ['--version'], answer: /^LibreOffice (\d[\d.]*\d)/m },
  },
  pandoc: {
    name: 'Pandoc',
    executables: ['pandoc'],
    address: 'https://pandoc.org/installing.html',
    version: { args: ['--version'], answer: /^pandoc(?:\.exe)? (\d[\d.]*\d)/m },
  },
  calibre: {
    name: 'Calibre',
    executables: ['ebook-convert'],
    folders: {
      darwin: ['/Applications/calibre.app/Contents/MacOS'],
      win32: [String.raw`%ProgramFiles%\Calibre2`],
    },
    address: 'https://calibre-ebook.com/download',
    version: { args: ['--version'], answer: /\(calibre (\d[\d.]*\d)\)/ },
  },
  ghostscript: {
    name: 'Ghostscript',
    executables: ['gs', 'gswin64c', 'gswin32c'],
    address: 'https://ghostscript.com/releases/gsdnld.html',
    version: { args: ['--version'], answer: /^(\d[\d.]*\d)\s*$/m },
  },
  tesseract: {
    name: 'Tesseract',
    executables: ['tesseract'],
    folders: { win32: [String.raw`%ProgramFiles%\Tesseract-OCR`] },
    address: 'https://tesseract-ocr.github.io/tessdoc/Installation.html',
    version: { args: ['--version'], answer: /^tesseract v?(\d+(?:\.\d+)+)/m },
  },
};

export const programIds: readonly ProgramId[] = Object.keys(programs).filter(isProgramId);

export function isProgramId(name: string): name is ProgramId {
  return Object.hasOwn(programs, name);
}
