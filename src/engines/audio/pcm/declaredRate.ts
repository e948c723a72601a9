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

/** The sample rate in the header of uncompressed audio; `undefined` for other formats, or if it can't be read. */
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
