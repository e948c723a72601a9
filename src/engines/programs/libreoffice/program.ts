import type { Program } from '../../api/program.ts';

export const libreOfficeProgram: Program = {
  name: 'LibreOffice',
  executables: ['soffice', 'libreoffice'],
  folders: {
    darwin: ['/Applications/LibreOffice.app/Contents/MacOS'],
    win32: [String.raw`%ProgramFiles%\LibreOffice\program`],
  },
  address: 'https://www.libreoffice.org/download/',
  version: { args: ['--version'], answer: /^LibreOffice (\d[\d.]*\d)/m },
};
