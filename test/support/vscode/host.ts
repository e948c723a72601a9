import { runTests } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resultsVariable, suitesVariable } from '../../host/index.ts';
import { cache, root } from '../paths.ts';
import { brokenResults, type Results } from '../results.ts';
import { runFolder } from '../run/runFolder.ts';
import { workspaceExtension } from './page.ts';
import { provideVsCode } from './provide.ts';
import { quietSettings } from './settings.ts';

export interface Launch {
  /** Names the folder and results file of the launch. */
  name: string;
  /** A folder whose files are copied into the workspace, if it exists. */
  workspace?: string;
  /** The bundled suites to run, as absolute paths. */
  suites: readonly string[];
  /** User settings in addition to {@link quietSettings}. */
  settings?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
  /** Folders of other extensions, which are installed. */
  extensions?: readonly string[];
  /** Keeps the user data and the workspace of an earlier launch with this name, to test persistence. */
  resume?: boolean;
}

/** Runs suites inside the extension host of a real VS Code, in a workspace that is a copy of the sample folder. */
export async function runInHost(launch: Launch): Promise<Results> {
  const executable = await provideVsCode();
  const folder = path.join(cache, 'host', launch.name);
  const workspace = path.join(folder, 'workspace');
  const userDataDir = path.join(folder, 'data');
  if (!launch.resume) {
    await rm(folder, { recursive: true, force: true });
    await cp(path.join(root, 'test/fixtures/sample'), workspace, { recursive: true });
    if (launch.workspace && existsSync(launch.workspace)) {
      await cp(launch.workspace, workspace, { recursive: true });
    }
  }
  const extensionsDir = path.join(folder, 'extensions');
  for (const extension of launch.extensions ?? []) {
    await cp(extension, path.join(extensionsDir, path.basename(extension)), { recursive: true });
  }
  await mkdir(path.join(userDataDir, 'User'), { recursive: true });
  const settings = JSON.stringify({ ...quietSettings, ...launch.settings });
  await writeFile(path.join(userDataDir, 'User/settings.json'), settings);

  // VS Code gets its own temporary folder, in which suites can count their files.
  const temporary = path.join(runFolder(), `host-${launch.name}`);
  await mkdir(temporary, { recursive: true });
  const results = path.join(folder, 'results.json');
  await rm(results, { force: true });
  const folders = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${extensionsDir}`];
  await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist/test/host/index.cjs'),
    launchArgs: [await openedIn(workspace), ...folders],
    extensionTestsEnv: {
      ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, temporary])),
      ...launch.env,
      [suitesVariable]: launch.suites.join(path.delimiter),
      [resultsVariable]: results,
    },
  }).catch((error: unknown) => console.error(String(error)));
  const text = await readFile(results, 'utf8').catch(() => undefined);
  return text === undefined
    ? brokenResults(launch.name, 'The extension host ended before its suites did.')
    : JSON.parse(text);
}

/** The path to open: the multi-root workspace file in the folder, or else the folder. */
async function openedIn(folder: string): Promise<string> {
  const description = (await readdir(folder)).find((name) => name.endsWith(workspaceExtension));
  return description === undefined ? folder : path.join(folder, description);
}
