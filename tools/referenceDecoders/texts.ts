import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownValue } from '../../src/util/ownValue.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { printedText } from '../../test/support/service/program.ts';
import {
  decoder,
  type DecoderComparison,
  hangTimeout,
  named,
  type ReferenceDecoder,
} from './referenceDecoder.ts';

/** A program's arguments to print the text of a file, or to write it to a file. */
type Command = (file: string, text: string) => readonly string[];

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
/** Pictures are left out, because their descriptions aren't visible text. */
const withoutPictures = path.join(import.meta.dirname, 'withoutPictures.lua');

/** Programs that extract the text of a document, starting with the fast ones. */
export const textDecoders: readonly ReferenceDecoder<string>[] = [
  printing('Pandoc', 'pandoc', (format) => {
    const reader = ownValue(pandocReaders, format);
    const options = ['-t', 'plain', '--wrap=none', '--lua-filter', withoutPictures];
    return reader === undefined ? undefined : (file) => ['-f', reader, ...options, file];
  }),
  printing('catdoc', 'catdoc', (format) =>
    format === 'doc' ? (file) => ['-w', '-d', 'utf-8', file] : undefined,
  ),
  printing('Poppler', 'pdftotext', (format) => (format === 'pdf' ? (file) => ['-q', file, '-'] : undefined)),
  printing('MuPDF', 'mutool', (format) =>
    format === 'pdf' ? (file) => ['draw', '-q', '-F', 'txt', '-o', '-', file] : undefined,
  ),
  printing('Calibre', 'ebook-convert', (format) =>
    books.has(format) ? (file, text) => [file, text] : undefined,
  ),
  decoder('LibreOffice', async (file, format) => {
    if (!texts.has(format) && !slides.has(format)) return undefined;
    return inFolder(async (folder) => byLibreOffice(file, folder, slides.has(format)));
  }),
];

function printing(
  program: string,
  command: string,
  argumentsFor: (format: string) => Command | undefined,
): ReferenceDecoder<string> {
  return decoder(program, async (file, format) => {
    const args = argumentsFor(format);
    if (args === undefined) return undefined;
    return inFolder(async (folder) => {
      const text = path.join(folder, 'written.txt');
      const printed = await run(command, args(file, text));
      return readFile(text, 'utf8').catch(() => printed);
    });
  });
}

/** LibreOffice can't extract the text of slides, but it writes a PDF for Poppler. */
async function byLibreOffice(file: string, folder: string, areSlides: boolean): Promise<string> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const filter = areSlides ? 'pdf' : 'txt:Text (encoded):UTF8';
  await run('soffice', ['--headless', profile, '--convert-to', filter, '--outdir', folder, file]);
  const made = path.join(folder, `${path.parse(file).name}.${areSlides ? 'pdf' : 'txt'}`);
  return areSlides ? run('pdftotext', ['-q', made, '-']) : readFile(made, 'utf8');
}

async function run(program: string, args: readonly string[]): Promise<string> {
  return printedText(program, args, { timeout: hangTimeout });
}

/** Readers separate words differently, so one in fifty may differ. */
const minShare = 0.98;

/** Compares words in any order. */
export const compareWords: DecoderComparison<string> = (ours, theirs) => {
  const [left, right] = [wordsOf(ours), wordsOf(theirs)];
  const [onlyOurs, onlyTheirs] = [without(left, right), without(right, left)];
  const total = left.length + right.length;
  const share = total === 0 ? 1 : 1 - (onlyOurs.length + onlyTheirs.length) / total;
  if (share >= minShare) return undefined;
  const percent = `${(share * 100).toFixed(1)} % of ${right.length} words in common`;
  return `${percent}; only ours: ${named(onlyOurs) ?? 'none'}; only theirs: ${named(onlyTheirs) ?? 'none'}`;
};

/**
 * The words of a text: groups of letters and digits. Each Chinese or Japanese character counts as a word, because no
 * spaces separate them.
 */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[-‐]\n\s*/g, '')
    .replaceAll(/\p{Cf}/gu, '');
  return plain.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The words without as many of each as there are in other words. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
}
