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

/** Bundles a file, and returns its size, sources, and text. */
async function bundleOf(entry: string): Promise<{ bytes: number; inputs: string[]; text: string }> {
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    plugins: [withoutLazyBundles],
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(metafile.inputs);
  assert.ok(inputs.includes(entry));
  const [output] = outputFiles;
  assert.ok(output !== undefined);
  return { bytes: output.contents.length, inputs, text: output.text };
}

function packagesIn(inputs: readonly string[]): string[] {
  return inputs.filter((file) => !file.startsWith('src/'));
}

describe('The main bundle', () => {
  it('is small, and contains neither session code nor a package', async () => {
    const { bytes, inputs, text } = await bundleOf('src/extension.ts');
    assert.ok(bytes <= mostBytes, `${bytes} bytes`);
    assert.deepEqual(packagesIn(inputs), []);
    assert.ok(!inputs.includes('src/session.ts'));
    // An idle window has none of our timers and no process.
    assert.deepEqual(
      text.match(/setTimeout|setInterval|setImmediate|child_process|worker_threads|\bwatch/g),
      null,
    );
  });
});

describe('The bundle of a worker’s watchdog', () => {
  it('contains no package, because it loads while someone waits for a conversion', async () => {
    const { inputs } = await bundleOf('src/service/worker/watchdog.ts');
    assert.deepEqual(packagesIn(inputs), []);
  });
});
