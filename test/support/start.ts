// npm start: opens VS Code with the packaged extension and a folder of real files to try it on.
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCode, run } from './command.ts';
import { cache, root } from './paths.ts';
import { ensureCodeServer } from './vscode/codeServer.ts';
import { folderUrl } from './vscode/page.ts';
import { desktopCli } from './vscode/provide.ts';
import { installVsix, startCodeServer } from './vscode/server.ts';
import { quietSettings } from './vscode/settings.ts';

const home = path.join(cache, 'start');
const vsix = path.join(home, 'extension.vsix');
const sample = path.join(cache, 'sample');
const folders = { userDataDir: path.join(home, 'data'), extensionsDir: path.join(home, 'extensions') };

const cli = await desktopCli();
if (!cli) await ensureCodeServer();
await run('node', ['esbuild.mjs', '--package', '--out', vsix]);
await rm(sample, { recursive: true, force: true });
await cp(path.join(root, 'test/fixtures/sample'), sample, { recursive: true });
await writeSettingsOnce();
await (cli ? openDesktop(cli) : serve());

async function writeSettingsOnce(): Promise<void> {
  const file = path.join(folders.userDataDir, 'User/settings.json');
  if (existsSync(file)) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(quietSettings, undefined, 2));
}

async function openDesktop(code: string): Promise<void> {
  const own = ['--user-data-dir', folders.userDataDir, '--extensions-dir', folders.extensionsDir];
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  await run(code, [...own, ...asRoot, '--install-extension', vsix, '--force']);
  process.exitCode = await exitCode(code, [...own, ...asRoot, '--new-window', '--wait', sample]);
}

async function serve(): Promise<void> {
  await installVsix(vsix, folders);
  const server = await startCodeServer(folders);
  console.log(`VS Code is ready: ${folderUrl(server.origin, sample)}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  await server.ended;
}
