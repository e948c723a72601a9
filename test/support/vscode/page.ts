import { chromium, type Browser, type Page } from 'playwright-core';
import { findOnPath } from '../command.ts';
import { scaled } from '../run/slowness.ts';
import { browserNeeds, ensureSystemPackages } from '../systemPackages.ts';

/** The time that a test waits for the workbench, which is slow on a busy computer. */
export const patienceMs = 60_000;

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium or Chrome of this machine, and installs it if that is allowed. */
export async function launchBrowser(): Promise<Browser> {
  await ensureSystemPackages(browserNeeds);
  const executablePath = findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chrome' }),
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: flags,
  });
}

/** A page in a fresh browser profile in which VS Code's secret storage survives a reload. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(scaled(patienceMs));
  // VS Code encrypts secrets with a key from the server, which this server lacks. Without an answer, secrets would be
  // lost when the page is reloaded.
  await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
  return context.newPage();
}

/** The extension of a file that describes a multi-root workspace. */
export const workspaceExtension = '.code-workspace';

/** The server's address for `folder`, or for a workspace file. */
export function folderUrl(origin: string, folder: string, payload?: readonly [string, string][]): string {
  const parameter = folder.endsWith(workspaceExtension) ? 'workspace' : 'folder';
  const address = `${origin}/?${parameter}=${encodeURIComponent(folder).replaceAll('%2F', '/')}`;
  return payload ? `${address}&payload=${encodeURIComponent(JSON.stringify(payload))}` : address;
}
