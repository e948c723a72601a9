import path from 'node:path';
import { root } from '../../../test/support/paths.ts';
import { document, image, sample } from '../../../test/support/service/fixtures.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, medianOf, secondsOf } from '../statistics.ts';
import { besidePeers } from '../support/besidePeers.ts';

const runs = 3;
const timeGoal = 1.5;
/**
 * The quality of a JPEG is searched for. Other encoders take less time and make larger files, so the limit is a
 * multiple of the time that our own takes with a given quality. It shows whether the search gets slower.
 */
const searchGoal = 4;
const givenQuality = { quality: 90 };

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
    const { bytes, best, again } = await besidePeers(file);
    yield bytes;
    const times = await inTurns(runs, again, async () => secondsOf(best.again));
    const goal = file.endsWith('.jpg')
      ? (searchGoal * (await medianOf(runs, async () => again(givenQuality)))) / times.reference
      : timeGoal;
    yield figure({
      name: `${bytes.name}-time`,
      ...times,
      goal,
      unit: 's',
      note: `the same; includes the start of ${best.name}, which runs with a given setting`,
    });
  }
}
