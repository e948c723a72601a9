import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { cache, root } from '../../support/paths.ts';
import { extensionsVariable } from '../../support/workbench/workbench.ts';

/** Licenses that may ship, by their SPDX names. */
const allowed =
  /^(?:MIT(?:-0)?|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|LGPL-[\d.]+(?:-only|-or-later|\+)?|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Zlib|OFL-1\.1)$/;

/** Packages whose license has no SPDX name, or isn't in their manifest. */
const read = new Map([
  // LGPL with BSD parts, and a clause against creating RAR archives.
  ['7z-wasm', 'SEE LICENSE IN License.txt'],
  // The license of Bitstream Vera: fonts may be copied, but not sold on their own.
  ['dejavu-fonts-ttf', 'SEE LICENSE IN README.md AND LICENSE'],
  // MIT, according to the license file in the package.
  ['png-js', 'SEE BELOW'],
]);

/** Minimum length of a notice with the text of a license. */
const shortestLicense = 500;

const isPackageName = (name: string): boolean =>
  !builtinModules.includes(name) && !/^(?:node:|vscode$)/.test(name);

describe('The package', () => {
  const extensions = process.env[extensionsVariable] ?? path.join(cache, 'ui/extensions');
  const [folder = ''] = globSync('file-utility-network.file-utility-network-*', { cwd: extensions });
  const home = path.join(extensions, folder);
  let text: string;
  let notices: readonly { readonly name: string; readonly license: string }[];

  before(() => {
    const [file = ''] = globSync('ThirdPartyNotices*', { cwd: home });
    text = readFileSync(path.join(home, file), 'utf8');
    const headings = text.matchAll(/^## (\S+) \S+: (.*)$/gm);
    notices = [...headings].map(([, name = '', license = '']) => ({ name, license }));
  });

  it('has a notice for every package that the code imports or that ships beside it', () => {
    const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.split(path.sep).join('/'));
    const shipped = files.filter((file) => !file.startsWith('src/network/'));
    const imported = shipped.flatMap((file) =>
      // Types don't ship.
      [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/^import (?!type )[^;']*'([^'.][^']*)';/gm),
      ].map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''),
    );
    const beside = globSync('dist/node_modules/{*,@*/*}/package.json', { cwd: home }).map((file) =>
      path.relative('dist/node_modules', path.dirname(file)).split(path.sep).join('/'),
    );
    assert.ok(beside.includes('sharp'));
    const named = new Set(notices.map(({ name }) => name));
    const missing = [...imported, ...beside].filter((name) => isPackageName(name) && !named.has(name));
    assert.deepEqual([...new Set(missing)], []);
    assert.ok(named.has('zod') && named.has('undici') && named.has('fastify'));
  });

  it('has a notice for every WebAssembly, font, and data file, with its package', () => {
    const files = globSync('dist/*', { cwd: home }).map((file) => path.basename(file));
    // The page of tabs and the types of the API are our own code, like everything that ends in .cjs.
    const own = new Set(['node_modules', 'webview', 'api.d.ts']);
    const others = files.filter((file) => !own.has(file) && !file.endsWith('.cjs'));
    const lists = [...text.matchAll(/^Files: (.*)$/gm)].map(([, list = '']) => list.split(', '));
    const listed = new Set(lists.flat());
    assert.ok(others.includes('7zz.wasm') && others.some((file) => file.endsWith('.ttf')));
    assert.deepEqual(
      others.filter((file) => !listed.has(file)),
      [],
    );
  });

  it('has the text of a license in every notice', () => {
    const sections = text.split(/^(?=## \S+ \d\S*: )/m).slice(1);
    const short = sections.filter((section) => {
      const shared = /^The license texts of (.*) are at the end\.$/m.exec(section)?.[1]?.split(' and ');
      if (shared !== undefined) return !shared.every((id) => text.includes(`\n# ${id}\n`));
      return section.length < shortestLicense;
    });
    assert.deepEqual(short, []);
  });

  it('contains nothing under a license that isn’t allowed', () => {
    const doubtful = notices.filter(({ name, license }) => {
      if (read.get(name) === license) return false;
      // Of several alternative licenses, one is enough; of combined ones, each is required.
      const choices = license.replaceAll(/[()]/g, '').split(' OR ');
      return !choices.some((choice) => choice.split(' AND ').every((part) => allowed.test(part)));
    });
    assert.deepEqual(doubtful, []);
  });

  it('contains the local service, but not the network service', () => {
    const bundles = globSync('dist/*.cjs', { cwd: home }).map((file) => path.basename(file));
    assert.ok(bundles.includes('localService.cjs'));
    assert.deepEqual(
      bundles.filter((file) => file.includes('networkServer')),
      [],
    );
  });

  it('contains the types of the API for extensions at the path in its manifest', () => {
    const { types } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
    const source = readFileSync(path.join(root, 'src/vscode/api/api.ts'), 'utf8');
    assert.equal(readFileSync(path.join(home, types), 'utf8'), source);
  });

  it('contains the notice about RAR that 7-Zip requires', () => {
    assert.match(text, /unRAR/);
  });
});
