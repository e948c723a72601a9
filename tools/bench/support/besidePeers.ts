import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCompression } from '../../../src/engines/registry.ts';
import { type Figure, figure } from '../benchmark.ts';
import { visibleDifference } from './butteraugli.ts';
import { type PeerOutput, peerOutputs } from './compressionPeers.ts';
import { compressedAlone } from './workerAlone.ts';

/**
 * Files whose visible differences have at most this ratio count as equally good, because the programs' settings are
 * steps.
 */
const slack = 1.02;

/** A compressed file, compared with the smallest one by another program that looks as good. */
interface BesidePeers {
  readonly bytes: Figure;
  readonly best: PeerOutput;
  /** Repeats our compression, and returns its time in seconds. */
  readonly again: () => Promise<number>;
}

export async function besidePeers(file: string): Promise<BesidePeers> {
  const { name, ext } = path.parse(file);
  const format = ext.slice(1);
  const compression = findCompression(format);
  if (compression === undefined) throw new Error(`Unsupported compression format: ${format}`);
  const original = await readFile(file);
  const ours = await compressedAlone(file, compression);
  const difference = await visibleDifference(original, ours.content, format);
  const isGood = async (content: Buffer): Promise<boolean> =>
    (await visibleDifference(original, content, format)) <= difference * slack;
  const best = bestOf(await peerOutputs(file, format, isGood), original);
  const bytes = figure({
    name: `compress-${name}-${format}`,
    ours: kilobytes(ours.content),
    reference: kilobytes(best.content),
    goal: 1.02,
    unit: 'kB',
    runs: 1,
    note: `${name}${ext} of ${kilobytes(original)} kB, compared with ${best.name}; visible difference ${difference.toFixed(3)}`,
  });
  return { bytes, best, again: async () => (await compressedAlone(file, compression)).seconds };
}

/**
 * The smallest result. If none is smaller than the original, returns the original, with the time of the smallest
 * result.
 */
function bestOf(outputs: readonly PeerOutput[], original: Buffer): PeerOutput {
  const [best] = outputs.toSorted((a, b) => a.content.length - b.content.length);
  if (best === undefined) throw new Error('No other program made a result that looks as good');
  if (best.content.length < original.length) return best;
  return { ...best, name: `the original, which ${best.name} can’t make smaller`, content: original };
}

function kilobytes(content: Buffer): number {
  return content.length / 1000;
}
