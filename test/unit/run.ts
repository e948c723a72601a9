import { inRunFolder } from '../support/run/runFolder.ts';
import { runSuites } from '../support/run/suites.ts';

await inRunFolder(async () => {
  process.exitCode = await runSuites(['test/*.test.ts', 'test/unit/**/*.test.ts']);
});
