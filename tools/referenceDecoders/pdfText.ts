import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { decodeDocument } from '../matrix/decoders/documents.ts';
import { findOnPath } from '../../test/support/command.ts';
import { type DecoderComparison, hangTimeout, type ReferenceDecoder } from './referenceDecoder.ts';

const exec = promisify(execFile);
const limits = { maxBuffer: 1 << 28, timeout: hangTimeout } as const;

/** Programs that extract the text of a PDF page by page. */
export const pdfTextDecoders: readonly ReferenceDecoder<string>[] = [
  decoder('Poppler', 'pdftotext', (file) => ['-q', file, '-']),
  decoder('MuPDF', 'mutool', (file) => ['draw', '-q', '-F', 'txt', '-o', '-', file]),
];

function decoder(
  program: string,
  command: string,
  argumentsFor: (file: string) => readonly string[],
): ReferenceDecoder<string> {
  return {
    program,
    isInstalled: () => findOnPath(command) !== undefined,
    read: async (file, format) => {
      if (format !== 'pdf') return undefined;
      try {
        return (await exec(command, argumentsFor(file), limits)).stdout;
      } catch {
        return undefined;
      }
    },
  };
}

/** The text that another program reads in a PDF's conversion. */
export async function pdfTextOf(output: Buffer, format: string): Promise<string> {
  if (format === 'txt') return output.toString();
  return (await decodeDocument(output, format)).words.join(' ');
}

/** Readers separate words differently, so one in fifty may differ. */
const minShare = 0.98;
const shownWords = 6;

/** Compares words in any order. */
export const comparePdfText: DecoderComparison<string> = (ours, theirs) => {
  const [left, right] = [countsOf(wordsOf(ours)), countsOf(wordsOf(theirs))];
  const [onlyOurs, onlyTheirs] = [without(left, right), without(right, left)];
  const total = sumOf(left) + sumOf(right);
  const share = total === 0 ? 1 : 1 - (sumOf(onlyOurs) + sumOf(onlyTheirs)) / total;
  if (share >= minShare) return undefined;
  const percent = `${(share * 100).toFixed(1)} % of ${sumOf(right)} words in common`;
  return [percent, named('only ours', onlyOurs), named('only theirs', onlyTheirs)].filter(Boolean).join('; ');
};

/**
 * The words of a text: groups of letters and digits. Each Chinese or Japanese character counts as a word, because no
 * spaces separate them.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[-‐]\n\s*/g, '')
    .replaceAll(/\p{Cf}/gu, '');
  return plain.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

type Counts = ReadonlyMap<string, number>;

function countsOf(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function without(counts: Counts, others: Counts): Counts {
  const left = [...counts].map(([word, count]) => [word, count - (others.get(word) ?? 0)] as const);
  return new Map(left.filter(([, count]) => count > 0));
}

const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function named(whose: string, counts: Counts): string {
  if (counts.size === 0) return '';
  const words = [...counts].map(([word, count]) => (count === 1 ? word : `${word} ×${count}`));
  return `${whose}: ${words.slice(0, shownWords).join(', ')}${words.length > shownWords ? ', …' : ''}`;
}
