import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { own } from '../../src/util/own.ts';
import { findOnPath } from '../../test/support/command.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { type DecoderComparison, hangTimeout, type ReferenceDecoder } from './referenceDecoder.ts';
import { comparePdfText } from './pdfText.ts';

const exec = promisify(execFile);
const limits = { maxBuffer: 1 << 28, timeout: hangTimeout } as const;

const withoutPictures = path.join(import.meta.dirname, 'withoutPictures.lua');

type Read = (file: string, folder: string) => Promise<string>;

/** Pandoc's names for the formats that it reads well. */
const pandocReaders: Readonly<Record<string, string>> = {
  docx: 'docx',
  epub: 'epub',
  fb2: 'fb2',
  html: 'html',
  md: 'gfm',
  odt: 'odt',
  rtf: 'rtf',
  tex: 'latex',
};
const texts = new Set(['docx', 'docm', 'dotx', 'doc', 'dot', 'odt', 'ott', 'fodt', 'rtf', 'html']);
const slides = new Set(['pptx', 'pptm', 'ppsx', 'potx', 'ppt', 'odp', 'otp', 'fodp']);
const books = new Set(['epub', 'mobi', 'azw3', 'fb2', 'lit', 'lrf', 'pdb', 'rb', 'tcr']);

/** Programs that extract the text of a document, starting with the fast ones. */
export const textDecoders: readonly ReferenceDecoder<string>[] = [
  decoder('Pandoc', 'pandoc', (format) => {
    const reader = own(pandocReaders, format);
    return reader === undefined ? undefined : byPandoc(reader);
  }),
  decoder('catdoc', 'catdoc', (format) => (format === 'doc' ? byCatdoc : undefined)),
  decoder('Calibre', 'ebook-convert', (format) => (books.has(format) ? byCalibre : undefined)),
  decoder('LibreOffice', 'soffice', (format) => {
    if (texts.has(format)) return textByLibreOffice;
    return slides.has(format) ? slidesByLibreOffice : undefined;
  }),
];

/** Compares words in any order, as for the text of PDFs. */
export const compareWords: DecoderComparison<string> = comparePdfText;

function decoder(
  program: string,
  command: string,
  readerOf: (format: string) => Read | undefined,
): ReferenceDecoder<string> {
  return {
    program,
    isInstalled: () => findOnPath(command) !== undefined,
    read: async (file, format) => {
      try {
        return await inFolder(async (folder) => readerOf(format)?.(file, folder));
      } catch {
        return undefined;
      }
    },
  };
}

/** Excludes metadata such as the title. */
function byPandoc(reader: string): Read {
  const options = ['-t', 'plain', '--wrap=none', '--lua-filter', withoutPictures];
  return async (file) => (await exec('pandoc', ['-f', reader, ...options, file], limits)).stdout;
}

async function byCatdoc(file: string): Promise<string> {
  return (await exec('catdoc', ['-w', '-d', 'utf-8', file], limits)).stdout;
}

async function byCalibre(file: string, folder: string): Promise<string> {
  const text = path.join(folder, 'book.txt');
  await exec('ebook-convert', [file, text], limits);
  return readFile(text, 'utf8');
}

async function textByLibreOffice(file: string, folder: string): Promise<string> {
  return readFile(await byLibreOffice(file, folder, 'txt:Text (encoded):UTF8'), 'utf8');
}

/** LibreOffice can't extract the text of slides, but it writes a PDF for Poppler. */
async function slidesByLibreOffice(file: string, folder: string): Promise<string> {
  const pages = await byLibreOffice(file, folder, 'pdf');
  return (await exec('pdftotext', ['-q', pages, '-'], limits)).stdout;
}

async function byLibreOffice(file: string, folder: string, filter: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await exec('soffice', ['--headless', profile, '--convert-to', filter, '--outdir', folder, file], limits);
  return path.join(folder, `${path.parse(file).name}.${filter.split(':')[0]}`);
}
