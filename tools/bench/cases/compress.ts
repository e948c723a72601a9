import path from 'node:path';
import { root } from '../../../test/support/paths.ts';
import { document, image, sample } from '../../../test/support/service/fixtures.ts';
import { compressionPeerNeeds, ensureSystemPackages } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { besidePeers } from '../support/besidePeers.ts';

const runs = 3;
/** The search for the quality of a JPEG encodes it several times. */
const timeGoal = (file: string): number => (file.endsWith('.jpg') ? 4 : 1.5);

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
    yield figure({
      name: `${bytes.name}-time`,
      ...times,
      goal: timeGoal(file),
      unit: 's',
      note: `the same; includes the start of ${best.name}, which runs with a given setting`,
    });
  }
}
