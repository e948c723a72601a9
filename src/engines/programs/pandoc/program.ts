import type { Program } from '../../api/program.ts';

export const pandocProgram: Program = {
  name: 'Pandoc',
  executables: ['pandoc'],
  address: 'https://pandoc.org/installing.html',
  version: { args: ['--version'], answer: /^pandoc(?:\.exe)? (\d[\d.]*\d)/m },
};
