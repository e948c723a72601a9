// npm run torture -- --seed S --rounds N [--windows W], or with --local, or
// npm run torture -- --network --seed S --jobs N [--other-version dist/networkServer.cjs]: prints a sentence about each
// fault, and then the results as one line of JSON. The other version is of another checkout.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/support/network/postgres.ts';
import { postgresVariable } from '../../test/support/network/testDatabase.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { ensureSystemPackages, serverNeeds } from '../../test/support/systemPackages.ts';
import { hasPassed, tortureNetwork } from './network/tortureNetwork.ts';
import { isClean, torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    windows: { type: 'string' },
    local: { type: 'boolean', default: false },
    network: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2000' },
    'other-version': { type: 'string' },
  },
});
const common = { seed: Number(values.seed), tell: (line: string): void => console.error(line) };

if (values.network) {
  await ensureSystemPackages(serverNeeds);
  await inRunFolder(tortureNodes);
} else {
  const windows = values.windows === undefined ? {} : { windows: Number(values.windows) };
  const report = await torture({
    ...common,
    ...windows,
    rounds: Number(values.rounds),
    isLocal: values.local,
  });
  conclude(report, isClean(report));
}

async function tortureNodes(): Promise<void> {
  const { 'other-version': other } = values;
  const postgres = await startPostgres();
  process.env[postgresVariable] = postgres.url;
  try {
    const folder = path.join(runFolder(), 'store');
    await mkdir(folder);
    const report = await tortureNetwork({
      ...common,
      jobs: Number(values.jobs),
      folder,
      ...(other && { otherVersion: path.resolve(other) }),
    });
    conclude(report, hasPassed(report));
  } finally {
    await postgres.stop();
  }
}

function conclude(report: object, isClean: boolean): void {
  console.log(JSON.stringify(report));
  process.exitCode = isClean ? 0 : 1;
}
