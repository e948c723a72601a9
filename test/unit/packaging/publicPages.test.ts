import { unzipSync } from 'fflate';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import {
  preparePublicPages,
  publicPages,
  withoutRelativeLinks,
} from '../../../tools/packaging/publicPages.ts';
import { linksOf } from '../../support/markdown.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const address = 'https://github.com/somebody/converter';

describe('The published pages', () => {
  const folder = useTemporaryFolder();

  it('have no relative links or pictures in a package without a known repository', async () => {
    const { pages } = await packed(undefined);
    assert.deepEqual(pages.flatMap(linksOf).filter(isRelative), []);
    assert.ok(!pages.join().includes('pictures/'));
    assert.ok(pages[0]?.includes('All formats lists every pair'));
  });

  it('have the links and pictures of the manifest’s repository', async () => {
    const { pages, manifest } = await packed(address);
    const links = pages.flatMap(linksOf);
    assert.deepEqual(links.filter(isRelative), []);
    assert.ok(links.includes(`${address}/blob/HEAD/docs/formats.md`));
    assert.ok(links.includes(`${address}/raw/HEAD/docs/pictures/jobs-light.png`));
    assert.ok(!pages.join().includes('jobs-dark'));
    assert.ok(manifest.includes(`"${address}/issues"`));
    assert.ok(manifest.includes(`"${address}#readme"`));
  });

  it('have no links to files on an unknown host', async () => {
    const { pages, manifest } = await packed('https://code.example.com/converter');
    assert.deepEqual(pages.flatMap(linksOf).filter(isRelative), []);
    assert.ok(manifest.includes('"https://code.example.com/converter"'));
  });

  it('keep web links and pictures, and their own headings', () => {
    const kept =
      '![A](https://example.com/a.png)\n\n[b](https://example.com), [c](#c), [d](mailto:d@example.com)';
    assert.equal(withoutRelativeLinks(`![x](x.png)\n\n${kept} and [e](e.md).`), `${kept} and e.`);
  });

  /** Builds a package, and returns its pages and its manifest for the Marketplace. */
  async function packed(repository: string | undefined): Promise<{ pages: string[]; manifest: string }> {
    for (const file of [...publicPages, 'LICENSE'])
      await cp(path.join(root, file), path.join(folder.path, file));
    const { name, publisher, version, engines } = JSON.parse(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    );
    const facts = { name, publisher, version, engines, ...(repository && { repository }) };
    writeFileSync(path.join(folder.path, 'package.json'), JSON.stringify(facts));
    await preparePublicPages(folder.path);
    const packagePath = path.join(folder.path, 'made.vsix');
    const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
    const flags = ['--no-dependencies', '--allow-missing-repository'];
    execFileSync(process.execPath, [vsce, 'package', ...flags, '--out', packagePath], {
      cwd: folder.path,
      stdio: 'ignore',
    });
    const files = unzipSync(readFileSync(packagePath));
    const text = (file: string): string => new TextDecoder().decode(files[file]);
    return {
      pages: publicPages.map((page) => text(`extension/${page.toLowerCase()}`)),
      manifest: text('extension.vsixmanifest'),
    };
  }
});

function isRelative(target: string): boolean {
  return !/^(?:https:|#)/.test(target);
}
