import type { Program } from '../../api/program.ts';

export const calibreProgram: Program = {
  name: 'Calibre',
  executables: ['ebook-convert'],
  folders: {
    darwin: ['/Applications/calibre.app/Contents/MacOS'],
    win32: [String.raw`%ProgramFiles%\Calibre2`],
  },
  address: 'https://calibre-ebook.com/download',
  version: { args: ['--version'], answer: /\(calibre (\d[\d.]*\d)\)/ },
};
