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
  /** How it is asked for its version, and how it answers: a build between versions names none. */
  readonly version: { readonly args: readonly string[]; readonly answer: RegExp };
}

export const programs: Readonly<Record<ProgramId, Program>> = {
  ffmpeg: {
    name: 'FFmpeg',
    executables: ['ffmpeg'],
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
};

export function isProgramId(name: string): name is ProgramId {
  return Object.hasOwn(programs, name);
}
