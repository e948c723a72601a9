import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';

/** Facts about a PDF besides its pages, according to other programs. */
interface PdfFacts {
  /** According to Poppler: title, dates, page sizes, tags, forms. */
  readonly info: string;
  readonly fonts: string;
  readonly links: string;
  /** According to qpdf, which also checks the file. */
  readonly structure: unknown;
}

/** Lines of Poppler's output that repacking a file may change. */
const ofPacking = /^(?:File size|PDF version|Optimized|Encrypted).*\n/gm;
const structureKeys = ['outlines', 'acroform', 'attachments', 'pagelabels'];

export async function pdfFacts(pdf: Buffer): Promise<PdfFacts> {
  return withFile(pdf, 'pdf', async (file) => {
    await printed('qpdf', ['--check', file]);
    const keys = structureKeys.map((key) => `--json-key=${key}`);
    const structure: unknown = JSON.parse(await printedText('qpdf', ['--json=1', ...keys, file]));
    return {
      info: (await printedText('pdfinfo', [file])).replaceAll(ofPacking, ''),
      fonts: await printedText('pdffonts', [file]),
      links: await printedText('pdfinfo', ['-url', file]),
      structure,
    };
  });
}

/** The pictures in a PDF according to `pdfimages -list`, with the words of each row. */
export async function picturesIn(pdf: Buffer): Promise<string[][]> {
  const table = await withFile(pdf, 'pdf', async (file) => printedText('pdfimages', ['-list', file]));
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) => row.trim().split(/\s+/));
}

/** The pictures in a PDF, as extracted by `pdfimages -all`: JPEGs byte for byte. */
export async function extractedPictures(pdf: Buffer): Promise<Buffer[]> {
  return withFile(pdf, 'pdf', async (file) => {
    await printed('pdfimages', ['-all', file, `${file}-picture`]);
    const names = (await readdir(path.dirname(file))).filter((name) => name.includes('-picture')).toSorted();
    return Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name))));
  });
}

/** Width and height of each page in points, according to pdfinfo. */
export async function pageSizes(pdf: Buffer): Promise<number[][]> {
  const text = await withFile(pdf, 'pdf', async (file) => printedText('pdfinfo', ['-l', '-1', file]));
  const sizes = text.matchAll(/^Page.* size: +([\d.]+) x ([\d.]+) pts/gm);
  return [...sizes].map(([, width, height]) => [Number(width), Number(height)]);
}

/** A PDF that qpdf has encrypted so that it opens without a password, with or without object streams. */
export async function protectedPdf(pdf: Buffer, objectStreams: 'disable' | 'generate'): Promise<Buffer> {
  return withFile(pdf, 'pdf', async (file) => {
    const locked = `${file}.locked`;
    const encryption = ['--encrypt', '', 'owner', '256', '--modify=none', '--'];
    await printed('qpdf', [...encryption, `--object-streams=${objectStreams}`, file, locked]);
    return readFile(locked);
  });
}

/** A PDF that qpdf has made as small as it can. */
export async function recompressedPdf(pdf: Buffer): Promise<Buffer> {
  return withFile(pdf, 'pdf', async (file) => {
    const smaller = `${file}.smaller`;
    const compression = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];
    await printed('qpdf', [...compression, file, smaller]);
    return readFile(smaller);
  });
}
