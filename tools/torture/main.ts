// npm run torture -- --seed S --rounds N [--windows W] or --local --seed S --rounds N, or --network --seed S --jobs N [--store folder] [--other-version
// dist/networkServer.cjs of another checkout]: prints a sentence about each fault, and then the results as one line of
// JSON.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/support/network/postgres.ts';
import { postgresVariable } from '../../test/support/network/testDatabase.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { ensureSystemPackages, serverNeeds } from '../../test/support/systemPackages.ts';
import { hasPassed, tortureNetwork } from './network/tortureNetwork.ts';
import { isClean, torture } from './torture.ts';
import { tortureLocal } from './tortureLocal.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    windows: { type: 'string' },
    local: { type: 'boolean', default: false },
    network: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2000' },
    store: { type: 'string', default: 's3' },
    'other-version': { type: 'string' },
  },
});
const { 'other-version': otherVersion } = values;
const seed = Number(values.seed);
const tell = (line: string): void => console.error(line);

if (values.network) {
  await ensureSystemPackages(serverNeeds);
  await inRunFolder(async () => {
    const postgres = await startPostgres();
    process.env[postgresVariable] = postgres.url;
    try {
      const folder = path.join(runFolder(), 'store');
      await mkdir(folder);
      const store = values.store === 'folder' ? 'folder' : 's3';
      const report = await tortureNetwork({
        seed,
        jobs: Number(values.jobs),
        store,
        folder,
        ...(otherVersion && { otherVersion: path.resolve(otherVersion) }),
        tell,
      });
      conclude(report, hasPassed(report));
    } finally {
      await postgres.stop();
    }
  });
} else if (values.local) {
  const report = await tortureLocal({ seed, rounds: Number(values.rounds), tell });
  conclude(report, isClean(report));
} else {
  const windows = values.windows === undefined ? {} : { windows: Number(values.windows) };
  const report = await torture({ seed, rounds: Number(values.rounds), ...windows, tell });
  conclude(report, isClean(report));
}

function conclude(report: object, isClean: boolean): void {
  console.log(JSON.stringify(report));
  process.exitCode = isClean ? 0 : 1;
}
