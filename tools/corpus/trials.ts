import { ownValue } from '../../src/util/ownValue.ts';
import { archiveDecoders, archiveOf, compareArchives } from '../referenceDecoders/archiveHashes.ts';
import {
  compareDrawings,
  compareLossyPixels,
  comparePixels,
  type Pixels,
} from '../referenceDecoders/comparePixels.ts';
import type { DecoderComparison, ReferenceDecoder } from '../referenceDecoders/referenceDecoder.ts';
import { pixelDecoders, pixelsOf } from '../referenceDecoders/pixels.ts';
import { compareSheets, sheetDecoders, sheetsOf } from '../referenceDecoders/sheetCells.ts';
import { compareSound, soundDecoders, soundOf } from '../referenceDecoders/sound.ts';
import { compareWords, textDecoders } from '../referenceDecoders/texts.ts';
import { withFile } from '../../test/support/service/lentFiles.ts';
import type { CorpusKind } from './collect.ts';
import type { DecoderResult } from './verdict.ts';

/** The service's output. */
export interface ServiceOutput {
  readonly format: string;
  readonly output: Buffer;
}

/**
 * Asks other programs for their opinions on a file and on the service's output, if there is one. Programs are asked one
 * by one until one agrees.
 */
type Trial = (source: string, format: string, made: ServiceOutput | undefined) => Promise<DecoderResult[]>;

/** The comparison of pixels for formats whose decoders round or render differently. */
const pixelComparisons: Readonly<Record<string, DecoderComparison<Pixels>>> = {
  ...Object.fromEntries(
    ['jpg', 'webp', 'avif', 'heic', 'jxl', 'jp2', 'j2k', 'dds'].map((format) => [format, compareLossyPixels]),
  ),
  svg: compareDrawings,
};

const text = async ({ output }: ServiceOutput): Promise<string> => output.toString();
const saysSomething = (text: string): boolean => text.trim() !== '';

const inFile =
  <Content>(read: (file: string, format: string) => Promise<Content>) =>
  async ({ output, format }: ServiceOutput): Promise<Content> =>
    withFile(output, format, async (file) => read(file, format));

/** The trial for each kind of file. */
export const trials: Readonly<Record<CorpusKind, Trial>> = {
  images: trial(
    pixelDecoders,
    async ({ output }) => pixelsOf(output),
    (format) => ownValue(pixelComparisons, format) ?? comparePixels,
  ),
  pdf: trial(textDecoders, text, () => compareWords, saysSomething),
  documents: trial(textDecoders, text, () => compareWords, saysSomething),
  sheets: trial(sheetDecoders, inFile(sheetsOf), () => compareSheets),
  sound: trial(soundDecoders, inFile(soundOf), () => compareSound),
  archives: trial(archiveDecoders, inFile(archiveOf), () => compareArchives),
};

/** Compares a file with our output. Empty content doesn't count, because it doesn't show that the file was read. */
function trial<Content>(
  decoders: readonly ReferenceDecoder<Content>[],
  contentOf: (made: ServiceOutput) => Promise<Content>,
  comparisonFor: (format: string) => DecoderComparison<Content>,
  holdsSomething: (content: Content) => boolean = () => true,
): Trial {
  return async (source, format, made) => {
    const ours = made && (await readable(contentOf(made)));
    if (ours === 'no program') return [];
    const said: DecoderResult[] = [];
    for (const { program, read } of decoders) {
      const theirs = await read(source, format);
      if (theirs === undefined || !holdsSomething(theirs)) continue;
      const difference = ours && differenceOf(ours, theirs, comparisonFor(format));
      said.push(difference === undefined ? { program } : { program, difference });
      const isSettled = difference === undefined || (ours && 'reason' in ours);
      if (isSettled) break;
    }
    return said;
  };
}

/** The content that another program reads in our output, or the reason why it can't read it. */
type Readable<Content> = { readonly content: Content } | { readonly reason: string };

async function readable<Content>(content: Promise<Content>): Promise<Readable<Content> | 'no program'> {
  try {
    return { content: await content };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn'))
      return 'no program';
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: reason.trim().split('\n').at(-1) ?? '' };
  }
}

function differenceOf<Content>(
  ours: Readable<Content>,
  theirs: Content,
  compare: DecoderComparison<Content>,
): string | undefined {
  return 'content' in ours ? compare(ours.content, theirs) : `our output can’t be read: ${ours.reason}`;
}
