import type { Program } from '../../api/program.ts';

export const ghostscriptProgram: Program = {
  name: 'Ghostscript',
  executables: ['gs', 'gswin64c', 'gswin32c'],
  address: 'https://ghostscript.com/releases/gsdnld.html',
  version: { args: ['--version'], answer: /^(\d[\d.]*\d)\s*$/m },
};
