import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '../../../test/support/eventually.ts';
import { cpuSecondsOf, descendantsOf, processesNaming } from '../../../test/support/service/processes.ts';
import { folderUrl, newPage } from '../../../test/support/vscode/page.ts';
import { type RunningVsCode, startServer } from '../../../test/support/vscode/server.ts';
import { quietSettings } from '../../../test/support/vscode/settings.ts';
import { newFolder } from './files.ts';

/** The resources that a window's extension host has used so far and uses now, according to Linux. */
export interface HostUsage {
  /** The number of times that its threads waited and were woken up. */
  readonly wakeUps: number;
  /** Includes the processes that it started. */
  readonly cpuSeconds: number;
  /** The private memory, without mapped files. */
  readonly memoryBytes: number;
  readonly children: number;
}

/** A number of windows with an empty folder in a VS Code server. Their extension hosts are observed from outside. */
export class IdleHosts {
  readonly #server: RunningVsCode;
  readonly #pids: readonly number[];

  private constructor(server: RunningVsCode, pids: readonly number[]) {
    this.#server = server;
    this.#pids = pids;
  }

  static async open(browser: Browser, extensionsDir: string, windows: number): Promise<IdleHosts> {
    const home = await newFolder();
    const [userDataDir, folder] = [path.join(home, 'data'), path.join(home, 'folder')];
    for (const each of [path.join(userDataDir, 'User'), folder]) await mkdir(each, { recursive: true });
    await writeFile(path.join(userDataDir, 'User/settings.json'), JSON.stringify(quietSettings));
    // Identifies the processes of the server.
    const server = await startServer({ userDataDir, extensionsDir }, { env: { BENCH_HOME: home } });
    for (let window = 0; window < windows; window += 1) {
      const page = await newPage(browser);
      await page.goto(folderUrl(server.origin, folder));
      await page.locator('.explorer-folders-view').first().waitFor();
    }
    const pids = await eventually(
      () => processesNaming(home).filter(isExtensionHost),
      ({ length }) => length === windows,
      60_000,
    );
    return new IdleHosts(server, pids);
  }

  usages(): HostUsage[] {
    return this.#pids.map((pid) => ({
      wakeUps: wakeUpsOf(pid),
      cpuSeconds: cpuSecondsOf(pid),
      memoryBytes: numberOf(`/proc/${pid}/status`, 'RssAnon') * 1024,
      children: descendantsOf(pid).length,
    }));
  }

  async close(): Promise<void> {
    await this.#server.stop();
  }
}

function isExtensionHost(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=extensionHost');
  } catch {
    // The process has ended since it was listed.
    return false;
  }
}

function wakeUpsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return numberOf(`/proc/${pid}/task/${thread}/status`, 'voluntary_ctxt_switches');
    } catch {
      // The thread has ended since it was listed.
      return 0;
    }
  });
  return threads.reduce((sum, each) => sum + each, 0);
}

function numberOf(file: string, field: string): number {
  const line = readFileSync(file, 'latin1')
    .split('\n')
    .find((each) => each.startsWith(`${field}:`));
  return Number(line?.split(/\s+/)[1]);
}
