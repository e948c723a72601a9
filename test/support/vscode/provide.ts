import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { withLock } from '../lock.ts';
import { cache } from '../paths.ts';
import { ensureCodeServer } from './codeServer.ts';
import { browserNeeds, ensureSystemPackages } from './systemPackages.ts';

export interface VsCode {
  kind: 'desktop' | 'server';
  /** Takes the command line of desktop VS Code as far as `runTests` of @vscode/test-electron uses it. */
  executable: string;
}

const reachTimeoutMs = 5_000;

/** A real VS Code: the desktop application where it can be shown and downloaded, else the VS Code server. */
export async function provideVsCode(): Promise<VsCode> {
  if (hasDisplay() && (await canDownload())) {
    return { kind: 'desktop', executable: await withLock('desktop', download) };
  }
  await ensureCodeServer();
  await ensureSystemPackages(browserNeeds);
  return { kind: 'server', executable: path.join(import.meta.dirname, 'shim.ts') };
}

const download = () => downloadAndUnzipVSCode({ cachePath: cache });

/** Whether a desktop application could show a window here. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

async function canDownload(): Promise<boolean> {
  const signal = AbortSignal.timeout(reachTimeoutMs);
  const releases = 'https://update.code.visualstudio.com/api/releases/stable';
  return fetch(releases, { method: 'HEAD', signal }).then(
    (response) => response.ok,
    () => false,
  );
}
