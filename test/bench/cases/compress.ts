import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compressionRow } from '../../../src/engines/registry.ts';
import { root } from '../../support/paths.ts';
import { document, image, sample } from '../../support/service/fixtures.ts';
import { drawnByPoppler } from '../../support/service/poppler.ts';
import { decode, type Raster } from '../../support/service/raster.ts';
import { ssim } from '../../support/service/ssim.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { type PeerOutput, peerOutputs } from '../support/compressionPeers.ts';
import { compressedAlone } from '../support/workerAlone.ts';

const leastLikeness = 0.98;
/** Two that measure as much alike are as good. */
const likenessSlack = 0.001;
/** Of the first page of a PDF. */
const dotsPerInch = 72;

const samples = [
  sample('coffee.jpg'),
  sample('cat.png'),
  path.join(root, 'docs/pictures/jobs-light.png'),
  sample('rocket.webp'),
  sample('cat-pan.gif'),
  image('unoptimised.gif'),
  sample('balloons.svg'),
  document('pictures.pdf'),
  document('text.pdf'),
  document('pictures.docx'),
  document('pictures.pptx'),
];

/** What is left of files, beside the best that programs of others make of them and that looks as well. */
export default async function* compress(): AsyncGenerator<Figure> {
  await ensureSystemPackages(compressionPeerNeeds);
  for (const file of samples) {
    const { name, ext } = path.parse(file);
    const format = ext.slice(1);
    const row = compressionRow(format);
    if (row === undefined) throw new Error(`We make no ${format} smaller.`);
    const original = await readFile(file);
    const ours = await compressedAlone(file, row);
    const likeness = await likenessOf(original, ours.content, format);
    const best = await bestOf(await peerOutputs(file, format), original, format, likeness);
    const of = `${name}${ext} of ${kilobytes(original)} kB, beside ${best.name}; likeness ${likeness.toFixed(4)}`;
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
      ours: ours.seconds,
      reference: best.seconds,
      goal: 1.5,
      unit: 's',
      runs: 1,
      note: `the same; ${best.name} starts for it`,
    });
  }
}

/** The smallest that is as like the original as ours is; the original itself where none is smaller. */
async function bestOf(
  outputs: readonly PeerOutput[],
  original: Buffer,
  format: string,
  likeness: number,
): Promise<PeerOutput> {
  const least = Math.max(leastLikeness, likeness - likenessSlack);
  for (const output of outputs)
    if (
      output.content.length < original.length &&
      (await likenessOf(original, output.content, format)) >= least
    )
      return output;
  const [first] = outputs;
  return { name: 'the original', content: original, seconds: first?.seconds ?? Number.NaN };
}

/** 1 for what has no pixels that could be lost. */
async function likenessOf(original: Buffer, content: Buffer, format: string): Promise<number> {
  if (!pictures.has(format)) return 1;
  const draw = async (each: Buffer): Promise<Raster> =>
    format === 'pdf' ? drawnByPoppler(each, 1, dotsPerInch) : decode(each, format);
  return ssim(await draw(original), await draw(content));
}

/** Formats that are looked at. */
const pictures: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'gif', 'svg', 'pdf']);

function kilobytes(content: Buffer): number {
  return content.length / 1000;
}
