import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCompression } from '../../../src/engines/registry.ts';
import { root } from '../../../test/support/paths.ts';
import { document, image, sample } from '../../../test/support/service/fixtures.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../../test/support/systemPackages.ts';
import { type Figure, figure, inTurns, secondsOf } from '../benchmark.ts';
import { visibleDifference } from '../support/butteraugli.ts';
import { type PeerOutput, peerOutputs } from '../support/compressionPeers.ts';
import { compressedAlone } from '../support/workerAlone.ts';

const runs = 3;
/**
 * Files whose visible differences have at most this ratio count as equally good, because the programs' settings are
 * steps.
 */
const slack = 1.02;
/** The search for the quality of a JPEG encodes it several times. */
const timeGoal = (format: string): number => (format === 'jpg' ? 4 : 1.5);

const samples = [
  sample('coffee.jpg'),
  sample('trip/launch-site.jpg'),
  sample('trip/night-sky.jpg'),
  sample('cat.png'),
  sample('trip/espresso.png'),
  sample('balloons.png'),
  path.join(root, 'docs/pictures/jobs-light.png'),
  sample('rocket.webp'),
  sample('astronaut.avif'),
  sample('cat-pan.gif'),
  image('unoptimised.gif'),
  sample('balloons.svg'),
  document('pictures.pdf'),
  document('text.pdf'),
  document('pictures.docx'),
  document('pictures.pptx'),
];

/** The size of compressed files, compared with the best results of other programs that look as good. */
export default async function* compress(): AsyncGenerator<Figure> {
  await ensureSystemPackages(compressionPeerNeeds);
  for (const file of samples) {
    const { name, ext } = path.parse(file);
    const format = ext.slice(1);
    const compression = findCompression(format);
    if (compression === undefined) throw new Error(`Unsupported compression format: ${format}`);
    const original = await readFile(file);
    const { content } = await compressedAlone(file, compression);
    const difference = await visibleDifference(original, content, format);
    const isGood = async (other: Buffer): Promise<boolean> =>
      (await visibleDifference(original, other, format)) <= difference * slack;
    const best = bestOf(await peerOutputs(file, format, isGood), original);
    yield figure({
      name: `compress-${name}-${format}`,
      ours: kilobytes(content),
      reference: kilobytes(best.content),
      goal: 1.02,
      unit: 'kB',
      runs: 1,
      note: `${name}${ext} of ${kilobytes(original)} kB, compared with ${best.name}; visible difference ${difference.toFixed(3)}`,
    });
    const ours = async (): Promise<number> => (await compressedAlone(file, compression)).seconds;
    yield figure({
      name: `compress-${name}-${format}-time`,
      ...(await inTurns(runs, ours, async () => secondsOf(best.again))),
      goal: timeGoal(format),
      unit: 's',
      note: `the same; includes the start of ${best.name}, which runs with a given setting`,
    });
  }
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
