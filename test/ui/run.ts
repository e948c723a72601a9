import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitCode, run, toolEnv } from '../support/command.ts';
import { withLock } from '../support/lock.ts';
import { cache } from '../support/paths.ts';
import { decoderNeeds, ensureSystemPackages } from '../support/systemPackages.ts';
import { ensureServerAndBrowser } from '../support/vscode/provide.ts';
import { installVsix } from '../support/vscode/server.ts';
import { extensionsVariable } from '../support/workbench/workbench.ts';

const timeoutMs = 120_000;
const folder = path.join(cache, 'ui');
const vsix = path.join(folder, 'extension.vsix');

async function runSuites(): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await run('node', ['esbuild.mjs', '--package', '--out', vsix]);
  // Outside the clone, whose node_modules would stand in for what the VSIX lacks.
  const extensionsDir = await mkdtemp(path.join(tmpdir(), 'extensions-'));
  try {
    await installVsix(vsix, { userDataDir: path.join(folder, 'installer'), extensionsDir });
    const options = ['--require', './test/ui/hooks.ts', '--timeout', String(timeoutMs)];
    const suites = process.argv.length > 2 ? process.argv.slice(2) : ['test/ui/**/*.test.ts'];
    return await exitCode('mocha', [...options, ...suites], {
      env: { ...toolEnv(), [extensionsVariable]: extensionsDir },
    });
  } finally {
    await rm(extensionsDir, { recursive: true, force: true });
  }
}

await ensureSystemPackages(decoderNeeds);
await ensureServerAndBrowser();
process.exitCode = await withLock('ui', runSuites);
