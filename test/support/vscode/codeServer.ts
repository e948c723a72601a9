import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, toolEnv } from '../command.ts';
import { withLock } from '../lock.ts';
import { cache } from '../paths.ts';
import { compilerNeeds, ensureSystemPackages } from '../systemPackages.ts';

const version = '4.139.1';
const folder = path.join(cache, 'code-server');
const stampFile = path.join(folder, 'installed.json');
const { node: nodeVersion } = process.versions;

/** The server's native modules are compiled for one version of Node, so each version needs its own installation. */
const stamp = JSON.stringify({ version, nodeVersion, platform: process.platform, arch: process.arch });

const packageFolder = path.join(folder, 'node_modules/code-server');

/** VS Code's own server, which the code-server package contains. */
export const serverMain = path.join(packageFolder, 'lib/vscode/out/server-main.js');

/** code-server itself, which serves the same workbench to users. */
export const codeServerMain = path.join(packageFolder, 'out/node/entry.js');

/** Installs the VS Code server if necessary. A broken installation is replaced. */
export async function ensureCodeServer(): Promise<void> {
  if (await isCodeServerInstalled()) return;
  await withLock('code-server', async () => {
    if (await isCodeServerInstalled()) return;
    if (process.platform === 'win32') {
      console.error('The VS Code server can not be built on Windows: run this under WSL, Linux or macOS.');
      process.exit(1);
    }
    await ensureSystemPackages(compilerNeeds);
    console.log('Installing the VS Code server: about two minutes, once.');
    await install();
  });
}

/** True if the VS Code server for the running Node is installed. */
export async function isCodeServerInstalled(): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
}

async function install(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const npm = (spec: string, env: NodeJS.ProcessEnv) =>
    run('npm', ['install', '--no-audit', '--fund=false', '--loglevel=error', spec], { cwd: folder, env });

  // Node's headers come from npm, too, because they must match the running Node, which may differ from the system's.
  await npm(`${nodePackage()}@${nodeVersion}`, toolEnv());
  const headers = path.join(folder, 'node_modules', nodePackage());
  await npm(`code-server@${version}`, { ...toolEnv(), npm_config_nodedir: headers });
  await writeFile(stampFile, stamp);
}

function nodePackage(): string {
  const { platform, arch } = process;
  return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
}
