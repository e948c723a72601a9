import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import { root } from '../../support/paths.ts';

/** The maximum size of the code that VS Code loads into every window, even if it is never used. */
const mostBytes = 40_000;

/** Leaves out code that is loaded on first use, because it is in separate bundles. */
const withoutLazyBundles: esbuild.Plugin = {
  name: 'without-lazy-bundles',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

describe('The main bundle', () => {
  it('is small, and contains neither session code nor a package', async () => {
    const { metafile, outputFiles } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['src/extension.ts'],
      bundle: true,
      minifyWhitespace: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      plugins: [withoutLazyBundles],
      metafile: true,
      write: false,
    });
    const [main] = Object.values(metafile.outputs);
    assert.ok(main !== undefined && main.bytes <= mostBytes, `${main?.bytes} bytes`);
    const inputs = Object.keys(main.inputs);
    assert.ok(inputs.includes('src/extension.ts'));
    assert.deepEqual(
      inputs.filter((file) => file === 'src/session.ts' || !file.startsWith('src/')),
      [],
    );
    // An idle window has none of our timers and no process.
    const [text = ''] = outputFiles.map((file) => file.text);
    assert.deepEqual(
      text.match(/setTimeout|setInterval|setImmediate|child_process|worker_threads|\bwatch/g),
      null,
    );
  });
});
