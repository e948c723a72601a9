import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { cache } from '../paths.ts';
import { commandLineOf, descendantsOf } from '../service/processes.ts';
import { launchBrowser } from '../vscode/page.ts';
import { startServer, type RunningVsCode, type ServerFolders } from '../vscode/server.ts';
import { isExtensionHost, observedVariable } from './shownEvent.ts';

const observer = path.join(import.meta.dirname, 'observer.ts');

/** Time for a closed window's extension host to end before its server is discarded, in ms. */
const endMs = 20_000;

interface WindowServerOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly language: string;
}

/** A VS Code server and a browser, in which one window is open at a time. */
export class WindowServer {
  static #shared: WindowServer | undefined;

  readonly userDataDir: string;
  readonly server: RunningVsCode;
  readonly browser: Browser;
  #isInUse = true;

  private constructor(userDataDir: string, server: RunningVsCode, browser: Browser) {
    this.userDataDir = userDataDir;
    this.server = server;
    this.browser = browser;
  }

  static async start(folders: ServerFolders, { env, language }: WindowServerOptions): Promise<WindowServer> {
    const { userDataDir } = folders;
    const server = await startServer(folders, {
      env: { ...env, [observedVariable]: recordIn(userDataDir) },
      flags: ['--locale', language],
      preload: observer,
    });
    return new WindowServer(userDataDir, server, await launchBrowser());
  }

  /** The server that the tests of this process share, without an open window or traces of the last one. */
  static async share(extensionsDir: string): Promise<WindowServer | undefined> {
    const shared = WindowServer.#shared;
    if (shared !== undefined) {
      if (shared.#isInUse) return undefined;
      shared.#isInUse = true;
      return shared;
    }
    const userDataDir = path.join(cache, 'ui', `shared-${process.pid}`);
    // A discarded server leaves its profile behind.
    await rm(userDataDir, { recursive: true, force: true });
    WindowServer.#shared = await WindowServer.start({ userDataDir, extensionsDir }, { language: 'en' });
    return WindowServer.#shared;
  }

  /** Ends the shared server, once no more tests follow. */
  static async end(): Promise<void> {
    await WindowServer.#shared?.stop();
    WindowServer.#shared = undefined;
  }

  /** Waits until the last window's extension host has ended, and removes its leftovers. */
  async release(): Promise<void> {
    if (this !== WindowServer.#shared) return this.stop();
    // The server would wait for a window whose page was closed abruptly.
    for (const pid of this.extensionHosts()) end(pid);
    const hasEnded = await eventually(
      () => this.extensionHosts(),
      ({ length }) => length === 0,
      endMs,
    ).then(
      () => true,
      () => false,
    );
    if (!hasEnded) return WindowServer.end();
    for (const name of await readdir(this.userDataDir)) {
      if (!kept.has(name)) await rm(path.join(this.userDataDir, name), { recursive: true, force: true });
    }
    this.#isInUse = false;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }

  /** The processes that run the extensions of its window (Linux). */
  extensionHosts(): number[] {
    const { pid } = this.server;
    return descendantsOf(pid ?? 0).filter((each) => isExtensionHost(commandLineOf(each).split('\0')));
  }
}

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // The process has ended already.
  }
}

/** Files that the server itself writes while it runs, and that stay between windows. */
const kept = new Set(['server.log', 'logs']);

/** The file in which the extension host records what our extension shows. */
export function recordIn(userDataDir: string): string {
  return path.join(userDataDir, 'shown.log');
}
