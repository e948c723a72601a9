import { rm } from 'node:fs/promises';
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
const extensionsDir = path.join(folder, 'extensions');

async function runSuites(): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await run('node', ['esbuild.mjs', '--package', '--out', vsix]);
  await installVsix(vsix, { userDataDir: path.join(folder, 'installer'), extensionsDir });
  const options = ['--require', './test/ui/hooks.ts', '--timeout', String(timeoutMs)];
  const suites = process.argv.length > 2 ? process.argv.slice(2) : ['test/ui/**/*.test.ts'];
  return exitCode('mocha', [...options, ...suites], {
    env: { ...toolEnv(), [extensionsVariable]: extensionsDir },
  });
}

await ensureSystemPackages(decoderNeeds);
await ensureServerAndBrowser();
process.exitCode = await withLock('ui', runSuites);
