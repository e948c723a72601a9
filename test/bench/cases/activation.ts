import { readFile, stat, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { root } from '../../support/paths.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns } from '../statistics.ts';
import { newFolder } from '../support/pictures.ts';

const run = promisify(execFile);
const runs = 21;
/** The goal of the main bundle. */
const mostKilobytes = 120;

/** What VS Code loads into every window: how large it is, and how long Node takes to require it. */
export default async function* activation(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  const [main = '', session = ''] = await Promise.all(
    ['extension', 'session'].map(async (name) => {
      const outfile = path.join(folder, `${name}.cjs`);
      await esbuild.build({
        entryPoints: [path.join(root, `dist/${name}.cjs`)],
        outfile,
        minify: true,
        platform: 'node',
      });
      return outfile;
    }),
  );
  const empty = path.join(folder, 'empty.cjs');
  await writeFile(empty, 'exports.activate = () => {};');
  yield figure({
    name: 'activation-bytes',
    ours: (await stat(main)).size / 1000,
    reference: mostKilobytes,
    goal: 1,
    unit: 'kB',
    runs: 1,
    note: `the main bundle, minified, beside its goal; the session, which loads on first use, has ${Math.round((await stat(session)).size / 1000)} kB`,
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
    note: `\`require\` of the main bundle beside an empty extension: ${(times.ours - times.reference).toFixed(1)} ms more, of 12`,
  });
}

/** Tells how long a file takes to load, with a `vscode` whose every name can be called, extended and looked into, and does nothing. */
async function requireScript(folder: string): Promise<string> {
  const script = path.join(folder, 'require.cjs');
  const bundle = await readFile(path.join(root, 'dist/extension.cjs'), 'utf8');
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

/** In a process of its own. */
async function requireMs(script: string, file: string): Promise<number> {
  return Number((await run(process.execPath, [script, file])).stdout);
}
