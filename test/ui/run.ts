import { rm } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../support/lock.ts';
import { patienceVariable } from '../support/eventually.ts';
import { cache } from '../support/paths.ts';
import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';
import { runSuites } from '../support/run/suites.ts';
import { decoderNeeds, ensureSystemPackages, serverNeeds } from '../support/systemPackages.ts';
import { patienceMs } from '../support/vscode/page.ts';
import { ensureServerAndBrowser } from '../support/vscode/provide.ts';
import { install } from '../support/workbench/install.ts';
import { extensionsVariables } from '../support/workbench/workbench.ts';

const timeoutMs = 4 * patienceMs;
const folder = path.join(cache, 'ui');

async function runPackaged(): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  const [native, universal] = [await install('native', folder), await install('universal', folder)];
  try {
    return await runSuites(['test/ui/**/*.test.ts'], {
      flags: ['--require', './test/ui/hooks.ts', '--timeout', String(timeoutMs)],
      env: {
        [extensionsVariables.native]: native,
        [extensionsVariables.universal]: universal,
        [patienceVariable]: String(patienceMs),
      },
    });
  } finally {
    for (const extensions of [native, universal]) await rm(extensions, { recursive: true, force: true });
  }
}

await ensureSystemPackages([...decoderNeeds, ...serverNeeds]);
await ensureServerAndBrowser();
await inRunFolder(async () => {
  await buildOnce();
  process.exitCode = await withLock('ui', runPackaged);
});
