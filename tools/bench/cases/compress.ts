import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findCompression } from '../../../src/engines/registry.ts';
import { root } from '../../../test/support/paths.ts';
import { document, image, sample } from '../../../test/support/service/fixtures.ts';
import { drawnByPoppler } from '../../../test/support/service/poppler.ts';
import { decode, type Raster } from '../../../test/support/service/raster.ts';
import { ssim } from '../../../test/support/service/ssim.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { type PeerOutput, peerOutputs } from '../support/compressionPeers.ts';
import { compressedAlone } from '../support/workerAlone.ts';
import { inTurns, secondsOf } from '../statistics.ts';

const minLikeness = 0.98;
/** Files whose similarities differ by less than this count as equally good. */
const likenessSlack = 0.001;
const runs = 3;
/** Only the first pages of a PDF are compared. */
const dotsPerInch = 72;

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
    const ours = await compressedAlone(file, compression);
    const likeness = await likenessOf(original, ours.content, format);
    const least = Math.max(minLikeness, likeness - likenessSlack);
    const isGood = async (content: Buffer): Promise<boolean> =>
      (await likenessOf(original, content, format)) >= least;
    const best = bestOf(await peerOutputs(file, format, isGood), original);
    const times = await inTurns(
      runs,
      async () => (await compressedAlone(file, compression)).seconds,
      async () => secondsOf(best.again),
    );
    const of = `${name}${ext} of ${kilobytes(original)} kB, compared with ${best.name}; similarity ${likeness.toFixed(4)}`;
    yield figure({
      name: `compress-${name}-${format}`,
      ours: kilobytes(ours.content),
      reference: kilobytes(best.content),
      goal: 1.02,
      unit: 'kB',
      runs: 1,
      note: of,
    });
    yield figure({
      name: `compress-${name}-${format}-time`,
      ...times,
      goal: 1.5,
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
  if (best === undefined) throw new Error('No other program supports this format');
  if (best.content.length < original.length) return best;
  return { ...best, name: `the original, which ${best.name} can’t make smaller`, content: original };
}

/** The similarity of two files. It is 1 if they are identical, or if their format has no pixels. */
async function likenessOf(original: Buffer, content: Buffer, format: string): Promise<number> {
  if (!pictures.has(format)) return 1;
  const likenesses: number[] = [];
  for (const page of format === 'pdf' ? [1, 2] : [1]) {
    const draw = async (each: Buffer): Promise<Raster> =>
      format === 'pdf' ? drawnByPoppler(each, page, dotsPerInch) : decode(each, format);
    likenesses.push(ssim(await draw(original), await draw(content)));
  }
  return Math.min(...likenesses);
}

/** Formats with pixels to compare. */
const pictures: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'avif', 'gif', 'svg', 'pdf']);

function kilobytes(content: Buffer): number {
  return content.length / 1000;
}
