// node test/host/run.ts [--fgrep TEXT] [FILE | FOLDER ...]: runs these files in VS Code’s extension host, or all that
// `npm test` runs.
import * as esbuild from 'esbuild';
import { globSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withLock } from '../support/lock.ts';
import { root } from '../support/paths.ts';
import { closingLines, isGreen, sum, type Results } from '../support/results.ts';
import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';
import { runInHost, type Launch } from '../support/vscode/host.ts';
import { grepVariable } from './index.ts';

const { values, positionals } = parseArgs({ options: { fgrep: { type: 'string' } }, allowPositionals: true });

const outdir = path.join(root, 'dist/test');
/** The example of docs/extension-api.md, which is installed beside our extension. */
const example = path.join(root, 'docs/example-extension');
const builtExample = path.join(outdir, 'example-extension');

/** The chosen suites: files, or all files of a folder. */
const files = (positionals.length > 0 ? positionals : ['test/host'])
  .flatMap((each) => (each.endsWith('.ts') ? each : globSync(`${each}/**/*.test.ts`, { cwd: root })))
  .map((file) => file.split(path.sep).join('/'))
  .toSorted();

/**
 * Each folder of suites gets its own VS Code; suites directly in `test/host` and `test/sweeps/host` share one. Files in
 * a folder's `workspace` subfolder are copied into the workspace. If they include a multi-root workspace file, VS Code
 * opens that file.
 */
function launches(): Launch[] {
  const byFolder = Map.groupBy(files, (file) =>
    path.dirname(file).replace(/^test\/sweeps\/host$/, 'test/host'),
  );
  return [...byFolder].map(([folder, suites]) => ({
    name: path.basename(folder),
    workspace: path.join(root, folder, 'workspace'),
    suites: suites.map((file) => path.join(root, 'dist', file.replace(/\.ts$/, '.cjs'))),
    extensions: [builtExample],
    env: { [grepVariable]: values.fgrep ?? '' },
  }));
}

/** Modules that reach the engines are loaded from their build, because the engines' libraries can't be bundled. */
const builtBundles: esbuild.Plugin = {
  name: 'built-bundles',
  setup(build) {
    build.onResolve({ filter: /\/localCatalog\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import'
        ? { path: path.join(root, 'dist/localCatalog.cjs'), external: true }
        : undefined,
    );
  },
};

/** Makes `import.meta.dirname` of a bundled module the folder of its source. */
const sourceFolders: esbuild.Plugin = {
  name: 'source-folders',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      return {
        loader: 'ts',
        contents: source.replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      };
    });
  },
};

async function bundle(): Promise<void> {
  await buildOnce();
  await rm(outdir, { recursive: true, force: true });
  const options: esbuild.BuildOptions = {
    absWorkingDir: root,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: true,
    // The last one can't be bundled as CommonJS.
    external: ['vscode', 'mocha', '@imagemagick/magick-wasm'],
    // esbuild can't bundle the package's main file; esbuild.mjs has the same alias.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'warning',
  };
  await esbuild.build({
    ...options,
    entryPoints: ['test/host/index.ts', ...files],
    outbase: 'test',
    outdir,
    plugins: [builtBundles, sourceFolders],
  });
  const exampleCode = path.join(example, 'extension.ts');
  await esbuild.build({
    ...options,
    entryPoints: [exampleCode],
    outdir: path.join(builtExample, 'dist'),
  });
  await cp(path.join(example, 'package.json'), path.join(builtExample, 'package.json'));
}

async function runLaunches(): Promise<Results> {
  await bundle();
  const results: Results[] = [];
  for (const launch of launches()) results.push(await runInHost(launch));
  return sum(results);
}

await inRunFolder(async () => {
  const total = await withLock('host', runLaunches);
  console.log(closingLines(total).join('\n'));
  // Every chosen test can run here, so a skipped one counts as a failure.
  process.exitCode = isGreen(total) && total.pending === 0 ? 0 : 1;
});
