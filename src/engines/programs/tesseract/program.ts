import type { Program } from '../../api/program.ts';

export const tesseractProgram: Program = {
  name: 'Tesseract',
  executables: ['tesseract'],
  folders: { win32: [String.raw`%ProgramFiles%\Tesseract-OCR`] },
  address: 'https://tesseract-ocr.github.io/tessdoc/Installation.html',
  version: { args: ['--version'], answer: /^tesseract v?(\d+(?:\.\d+)+)/m },
};
