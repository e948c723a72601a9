import { readFile, stat, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../test/support/paths.ts';
import { type Figure, figure, inTurns, median } from '../benchmark.ts';
import { activationMs, withBothExtensions } from '../support/bothExtensions.ts';
import { newFolder } from '../support/files.ts';

const run = promisify(execFile);
const runs = 21;
/** The maximum size of the main bundle. */
const maxKilobytes = 120;

const reloads = 7;
/** The maximum additional activation time, compared with an empty extension. */
const maxMs = 12;

/**
 * The code that VS Code loads into every window: its size, and the time that Node takes to load it and VS Code to
 * activate it.
 */
export default async function* activation(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  const [main, session] = [builtBundle('extension'), builtBundle('session')];
  const empty = path.join(folder, 'empty.cjs');
  await writeFile(empty, 'exports.activate = () => {};');
  yield figure({
    name: 'activation-bytes',
    ours: (await stat(main)).size / 1000,
    reference: maxKilobytes,
    goal: 1,
    unit: 'kB',
    runs: 1,
    note: `the main bundle, compared with its goal; the session, which loads on first use, has ${Math.round((await stat(session)).size / 1000)} kB`,
  });
  const script = await requireScript(folder);
  const times = await inTurns(
    runs,
    async () => requireMs(script, main),
    async () => requireMs(script, empty),
  );
  yield figure({
    name: 'activation-require',
    ...times,
    unit: 'ms',
    note: `\`require\` of the main bundle, compared with an empty extension: ${(times.ours - times.reference).toFixed(1)} ms more, of at most ${maxMs}`,
  });
  const inHost = await hostMs();
  yield figure({
    name: 'activation-host',
    ...inHost,
    unit: 'ms',
    runs: reloads,
    note:
      'load and activation in the extension host as reported by VS Code, compared with an empty extension: ' +
      `${inHost.ours - inHost.reference} ms more, of at most ${maxMs}`,
  });
}

function builtBundle(name: string): string {
  return path.join(root, `dist/${name}.cjs`);
}

/** Measures both extensions in one window, which is reloaded repeatedly. */
async function hostMs(): Promise<Pick<Figure, 'ours' | 'reference'>> {
  const times: { ours: number; empty: number }[] = [];
  await withBothExtensions('activation', async (workbench) => {
    for (let run = 0; run < reloads; run += 1) {
      await workbench.reload();
      times.push(await activationMs(workbench));
    }
  });
  return { ours: median(times.map(({ ours }) => ours)), reference: median(times.map(({ empty }) => empty)) };
}

/**
 * Measures how long it takes to load a file. The `vscode` module is replaced by one whose names can all be called,
 * extended, and read, and do nothing.
 */
async function requireScript(folder: string): Promise<string> {
  const script = path.join(folder, 'require.cjs');
  const bundle = await readFile(builtBundle('extension'), 'utf8');
  const names = [...bundle.matchAll(/\bvscode\d*\.(\w+)/g)].map(([, name]) => name);
  await writeFile(
    script,
    `const load = require('node:module')._load;
     const anything = new Proxy(class {}, {
       get: (target, key) => (key === 'prototype' ? target.prototype : anything),
       apply: () => anything,
     });
     const vscode = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, anything]));
     require('node:module')._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
     const startedAt = performance.now();
     require(process.argv[2]);
     console.log(performance.now() - startedAt);`,
  );
  return script;
}

/** Runs in a separate process. */
async function requireMs(script: string, file: string): Promise<number> {
  return Number((await run(process.execPath, [script, file])).stdout);
}
