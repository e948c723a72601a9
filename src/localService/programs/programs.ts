/** Programs of the user's that convert what no engine of ours does. Both halves of the local service know them. */
export const programIds = ['ffmpeg', 'libreOffice', 'pandoc', 'calibre', 'ghostscript'] as const;

export type ProgramId = (typeof programIds)[number];

export interface Program {
  /** What people call it. */
  readonly name: string;
  /** What its executable may be called, without an extension, the preferred one first. */
  readonly executables: readonly string[];
  /** Where its makers say how to install it. */
  readonly address: string;
}

export const programs: Readonly<Record<ProgramId, Program>> = {
  ffmpeg: { name: 'FFmpeg', executables: ['ffmpeg'], address: 'https://ffmpeg.org/download.html' },
  libreOffice: {
    name: 'LibreOffice',
    // Of the two on Windows, only the .com file waits until the work is done.
    executables: ['soffice', 'libreoffice'],
    address: 'https://www.libreoffice.org/download/download-libreoffice/',
  },
  pandoc: { name: 'Pandoc', executables: ['pandoc'], address: 'https://pandoc.org/installing.html' },
  calibre: {
    name: 'Calibre',
    executables: ['ebook-convert'],
    address: 'https://calibre-ebook.com/download',
  },
  ghostscript: {
    name: 'Ghostscript',
    executables: ['gs', 'gswin64c', 'gswin32c'],
    address: 'https://ghostscript.com/releases/gsdnld.html',
  },
};

export function isProgramId(name: string): name is ProgramId {
  return Object.hasOwn(programs, name);
}
