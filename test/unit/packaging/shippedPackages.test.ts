import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { shippedPackages } from '../../../tools/packaging/shippedPackages.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('shippedPackages', () => {
  const root = useTemporaryFolder();

  const write = (file: string, text: string): void => {
    const target = path.join(root.path, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  const bundle = async (): Promise<Metafile> => {
    const { metafile } = await build({
      absWorkingDir: root.path,
      entryPoints: ['src/main.js'],
      outdir: 'dist',
      bundle: true,
      metafile: true,
      loader: { '.wasm': 'file' },
      assetNames: '[name]',
      logLevel: 'error',
    });
    return metafile;
  };

  it('finds what is bundled, copied beside the bundle, and installed', async () => {
    write(
      'src/main.js',
      "import 'code'; import data from 'code/data.json'; import w from '@a/b/in/w.wasm'; log(data, w);",
    );
    write('node_modules/code/index.js', "import 'inner'; log(1)");
    write('node_modules/code/data.json', '{}');
    write('node_modules/code/node_modules/inner/index.js', 'log(2)');
    write('node_modules/@a/b/in/w.wasm', '');
    write('node_modules/unused/index.js', '');
    write('dist/node_modules/@c/d/package.json', '{}');
    const packages = shippedPackages(await bundle(), root.path, path.join(root.path, 'dist'));
    assert.deepEqual(
      packages.map(({ folder, files }) => [path.relative(root.path, folder), files]),
      [
        ['dist/node_modules/@c/d', []],
        ['node_modules/@a/b', ['w.wasm']],
        ['node_modules/code', ['data.json']],
        ['node_modules/code/node_modules/inner', []],
      ],
    );
  });
});
