import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { toolEnv } from '../support/command.ts';
import { root } from '../support/paths.ts';
import { useTemporaryFolder } from '../support/temporaryFolder.ts';

const mostMegabytes = 30;

describe('npm run package', () => {
  const folder = useTemporaryFolder();

  it('prints what fills the package, and fails when it is too large', () => {
    const vsix = path.join(folder.path, 'this.vsix');
    const { status, stdout, stderr } = spawnSync(
      'node',
      ['esbuild.mjs', '--package', '--max-mb', '1', '--out', vsix],
      { cwd: root, env: toolEnv(), encoding: 'utf8' },
    );
    assert.equal(status, 1);
    assert.match(stderr, /The package is larger than 1 MB\./);
    const megabytes = statSync(vsix).size / 1e6;
    assert.ok(megabytes < mostMegabytes, `${megabytes} MB`);

    const lines = [...stdout.matchAll(/^ *(\d+\.\d\d) MB +(.*)$/gm)];
    const [total, ...parts] = lines.map(([, size, what = '']) => ({ size: Number(size), what }));
    assert.equal(total?.size, Number(megabytes.toFixed(2)));
    const names = new Set(parts.map(({ what }) => what));
    for (const part of ['image library', 'WebAssembly', 'code of the engines', 'licences and notices'])
      assert.ok(names.has(part), part);
    // What is left is what a zip says about its files.
    const sum = parts.reduce((whole, { size }) => whole + size, 0);
    assert.ok(Math.abs(megabytes - sum) < 0.1, `${sum} of ${megabytes} MB`);

    const files = Object.keys(unzipSync(readFileSync(vsix), { filter: ({ name }) => name.endsWith('.cjs') }));
    assert.ok(files.includes('extension/dist/localService.cjs'));
    assert.ok(!files.some((file) => file.includes('networkServer')), 'The network service ships.');
  });
});
