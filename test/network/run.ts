// Tests the network service with a real PostgreSQL, which is started for the run.
import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';
import { runSuites } from '../support/run/suites.ts';
import { startPostgres } from '../support/network/postgres.ts';
import { postgresVariable } from '../support/network/testDatabase.ts';
import { ensureSystemPackages, serverNeeds } from '../support/systemPackages.ts';

await ensureSystemPackages(serverNeeds);
await inRunFolder(async () => {
  await buildOnce();
  const postgres = await startPostgres();
  try {
    process.exitCode = await runSuites(['test/network/**/*.test.ts'], {
      // A queue of the library that never ends, as one of the tests leaves behind, keeps a timer.
      flags: ['--exit'],
      env: { [postgresVariable]: postgres.url },
    });
  } finally {
    await postgres.stop();
  }
});
