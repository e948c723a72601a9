/** Programs of the user's that convert what no engine of ours does. Both halves of the local service know them. */
export const programIds = ['ffmpeg', 'libreoffice', 'pandoc', 'calibre', 'ghostscript'] as const;

export type ProgramId = (typeof programIds)[number];

export interface Program {
  /** What people call it. */
  readonly name: string;
  /** What its executable may be called, without an extension, the preferred one first. */
  readonly executables: readonly string[];
  /** Where its installer leaves them without telling PATH; `%NAME%` stands for a variable of the environment. */
  readonly folders?: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** Where its makers say how to install it. */
  readonly address: string;
}

export const programs: Readonly<Record<ProgramId, Program>> = {
  ffmpeg: {
    name: 'FFmpeg',
    executables: ['ffmpeg'],
    address: 'https://ffmpeg.org/download.html',
  },
  libreoffice: {
    name: 'LibreOffice',
    executables: ['soffice', 'libreoffice'],
    folders: {
      darwin: ['/Applications/LibreOffice.app/Contents/MacOS'],
      win32: [String.raw`%ProgramFiles%\LibreOffice\program`],
    },
    address: 'https://www.libreoffice.org/download/',
  },
  pandoc: {
    name: 'Pandoc',
    executables: ['pandoc'],
    address: 'https://pandoc.org/installing.html',
  },
  calibre: {
    name: 'Calibre',
    executables: ['ebook-convert'],
    folders: {
      darwin: ['/Applications/calibre.app/Contents/MacOS'],
      win32: [String.raw`%ProgramFiles%\Calibre2`],
    },
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
