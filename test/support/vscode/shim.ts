#!/usr/bin/env node
// Accepts @vscode/test-electron's arguments for desktop VS Code and runs the suite in the VS Code server.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { format, parseArgs } from 'node:util';
import { outputMarkVariable } from '../../host/index.ts';
import { scaled } from '../run/slowness.ts';
import { folderUrl, launchBrowser, newPage, workspaceExtension } from './page.ts';
import { startServer } from './server.ts';

const suiteTimeoutMs = 6 * 60_000;
/** Distinguishes the suite's output from the window's own log, which arrives the same way. */
const outputMark = '\u0001';

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true },
    extensionTestsPath: { type: 'string' },
    'extensions-dir': { type: 'string' },
    'user-data-dir': { type: 'string' },
  },
  // The other arguments are switches of the desktop application.
  strict: false,
  allowPositionals: true,
});

const userDataDir = path.resolve(String(values['user-data-dir']));
const workspace = path.resolve(positionals[0] ?? path.join(userDataDir, 'empty'));
if (!workspace.endsWith(workspaceExtension)) await mkdir(workspace, { recursive: true });

const server = await startServer(
  { userDataDir, extensionsDir: path.resolve(String(values['extensions-dir'])) },
  { flags: ['--enable-smoke-test-driver'], env: { [outputMarkVariable]: outputMark } },
);
const browser = await launchBrowser();
try {
  process.exitCode = await runSuite();
} finally {
  await browser.close();
  await server.stop();
}

async function runSuite(): Promise<number> {
  const remote = (file: string) => new URL(file, server.origin.replace('http:', 'vscode-remote:')).href;
  const payload: [string, string][] = [['extensionTestsPath', remote(String(values.extensionTestsPath))]];
  for (const folder of [values.extensionDevelopmentPath ?? []].flat()) {
    payload.push(['extensionDevelopmentPath', remote(String(folder))]);
  }
  const page = await newPage(browser);
  const exit = Promise.withResolvers<number>();
  const windowLog = createWriteStream(path.join(userDataDir, 'window.log'));
  await page.exposeFunction('codeAutomationExit', exit.resolve);
  await page.exposeFunction('codeAutomationLog', (_level: string, args: unknown[]) => {
    const line = format(...args);
    if (line.startsWith(outputMark)) console.log(line.slice(outputMark.length));
    else windowLog.write(`${line}\n`);
  });
  await page.goto(folderUrl(server.origin, workspace, payload));
  const outcome = await Promise.race([
    exit.promise,
    page.waitForEvent('crash', { timeout: 0 }).then(() => 'The page that shows VS Code crashed.'),
    server.ended.then(() => 'The VS Code server ended before the suite did.'),
    delay(scaled(suiteTimeoutMs), 'The suite did not end in time.', { ref: false }),
  ]);
  if (typeof outcome === 'number') return outcome;
  console.error(outcome);
  return 1;
}
