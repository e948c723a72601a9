import { own } from '../../../util/own.ts';
import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { aiffFile } from './aiff.ts';
import { auFile } from './au.ts';
import { wave64File, waveRate } from './wave.ts';

const readers: Readonly<Record<string, (source: ByteSource) => number | undefined>> = {
  aiff: (source) => aiffFile(source).sampleRate,
  au: (source) => auFile(source).sampleRate,
  w64: (source) => wave64File(source).sampleRate,
  wav: waveRate,
};

/**
 * How many samples a second the header of a sound that is not compressed tells of; `undefined` for other formats, and
 * where it can't be read.
 */
export function declaredRate(path: string, from: string): number | undefined {
  const source = openBytes(path);
  try {
    return own(readers, from)?.(source);
  } catch {
    return undefined;
  } finally {
    source.dispose();
  }
}
