import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../command.ts';
import { withLock } from '../lock.ts';
import { cache, root } from '../paths.ts';
import { browserNeeds, ensureSystemPackages } from '../systemPackages.ts';
import { ensureCodeServer } from './codeServer.ts';

const reachTimeoutMs = 5_000;

/**
 * Provides a real VS Code and returns a program that accepts the desktop's command line as far as `runTests` of
 * @vscode/test-electron uses it: the desktop application if it can be downloaded and shown, else a shim that drives the
 * VS Code server.
 */
export async function provideVsCode(): Promise<string> {
  const desktop = await downloadDesktop();
  if (desktop) return desktop;
  await ensureServerAndBrowser();
  return path.join(import.meta.dirname, 'shim.ts');
}

/** Provides the VS Code server and a browser for it. */
export async function ensureServerAndBrowser(): Promise<void> {
  await ensureCodeServer();
  await ensureSystemPackages(browserNeeds);
}

/** The command line of desktop VS Code, installed or downloaded; undefined if it is unavailable or can't be shown. */
export async function desktopCli(): Promise<string | undefined> {
  if (!hasDisplay()) return undefined;
  const installed = findOnPath('code');
  if (installed) return installed;
  const downloaded = await downloadDesktop();
  return downloaded && resolveCliPathFromVSCodeExecutablePath(downloaded);
}

async function downloadDesktop(): Promise<string | undefined> {
  if (!hasDisplay() || !(await canDownload())) return undefined;
  return withLock('desktop', download);
}

/** The newest VS Code, or with `TEST_VSCODE=oldest` the oldest one that the manifest supports. */
async function download(): Promise<string> {
  const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const version = process.env['TEST_VSCODE'] === 'oldest' ? engines.vscode.replace('^', '') : 'stable';
  return downloadAndUnzipVSCode({ cachePath: cache, version });
}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

async function canDownload(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachTimeoutMs);
  const releases = 'https://update.code.visualstudio.com/api/releases/stable';
  return fetch(releases, { method: 'HEAD', signal }).then(
    (response) => response.ok,
    () => false,
  );
}
