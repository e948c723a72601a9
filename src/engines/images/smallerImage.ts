import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { isAnimatedPng } from '../lib/pngChunks.ts';
import { attemptsFor } from './attempts.ts';
import { frameSize, isWithin } from './box.ts';
import { cleaned } from './clean.ts';
import { firstGood } from './firstGood.ts';
import { openImage } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { keepEverything, type Picture, type Wishes } from './picture.ts';
import { wishedImage } from './wishedImage.ts';

/**
 * Encodes an image of the format, from a path or from memory, anew in the same format: by the first attempt that is
 * smaller than the source and that nobody would see, or as it is wished. `undefined` where no attempt is, and nothing is to be
 * left out. What is wished may come out larger than the source, and than the most bytes that are allowed.
 * @throws ConversionError when it can't be read, or what is to be left out can't be
 */
export async function smallerImage(
  source: string | Buffer,
  format: string,
  wishes: Wishes,
): Promise<Buffer | undefined> {
  const policy = wishes.metadata ?? 'keep';
  if (policy === 'keep') return smaller(source, format, wishes);
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const clean = cleaned(bytes, format, (await openImage(bytes)).metadata, policy);
  if (clean) return (await smaller(clean, format, wishes)) ?? clean;
  const anew = await smaller(bytes, format, { ...wishes, metadata: 'stripAll' });
  if (anew) return anew;
  throw new ConversionError(fault('image.asSmall'));
}

async function smaller(source: string | Buffer, format: string, wishes: Wishes): Promise<Buffer | undefined> {
  const open = async () =>
    openImage(source, { animated: true, ...(wishes.asItLies ? { autoOrient: false } : {}) });
  const { metadata } = await open();
  const bytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  const picture = { source, format, metadata, bytes, open: async () => (await open()).image };
  const { quality, lossless = false, mostBytes = Infinity } = wishes;
  if (quality !== undefined || !isWithin(frameSize(metadata, wishes.asItLies), wishes)) {
    return wishedImage(picture, wishes);
  }
  const unseen = await smallerUnseen(picture, wishes);
  const isEnough = lossless || (unseen?.length ?? bytes) <= mostBytes;
  return isEnough ? unseen : wishedImage(picture, wishes);
}

async function smallerUnseen(picture: Picture, wishes: Wishes): Promise<Buffer | undefined> {
  const { source, format, metadata, bytes } = picture;
  const repacked = format === 'png' ? await repackedPng(picture) : undefined;
  const least = repacked && repacked.png.length < bytes ? repacked.png : undefined;
  if (repacked?.isAnimated) return least;
  const prepare = async () => keepEverything(await picture.open(), metadata, wishes);
  const attempts = attemptsFor(format, metadata, wishes.lossless ?? false);
  return (await firstGood(source, attempts, prepare, least?.length ?? bytes)) ?? least;
}

async function repackedPng({ source, metadata }: Picture): Promise<{ png: Buffer; isAnimated: boolean }> {
  const png = typeof source === 'string' ? await readFile(source) : source;
  const repacked = await optimizedPng(png, metadata.width * metadata.height);
  return { png: repacked ?? png, isAnimated: isAnimatedPng(png) };
}
