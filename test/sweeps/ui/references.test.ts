import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { becomes } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { RefactorPreview } from '../../support/workbench/refactorPreview.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const site = path.join(root, 'test/fixtures/site');
const texts = globSync('**/*.*', { cwd: path.join(site, 'before') });
const picture = readFileSync(path.join(root, 'test/fixtures/sample/balloons.png'));
const page = '<img src="/img/hero.png"><img src="/logo.png">';
/** Files that nobody edits by hand. */
const generated = ['node_modules/kit/README.md', 'dist/index.html', 'drafts/page.html', 'hidden/page.html'];
const batch = 'sample → WebP';
/** A file whose strings only look like paths. */
const doubtful = 'pictures.json';
/**
 * Files in which some strings only look like paths. They start out checked because of the other strings; unchecking and
 * checking them again includes all strings.
 */
const mixed = ['site.yml', 'site.webmanifest', 'index.html'];

describe('A user whose pictures became WebP', () => {
  let workbench: Workbench;
  let preview: RefactorPreview;
  let jobs: ViewContainer;

  before(async () => {
    const files = Object.fromEntries([
      ...texts.map((file) => [file, readFileSync(path.join(site, 'before', file))]),
      ...generated.map((file) => [file, Buffer.from(page)]),
      ['.gitignore', Buffer.from('drafts/\n')],
      ['img/hero.png', picture],
      ['public/logo.png', picture],
    ]);
    const settings = { 'search.exclude': { hidden: true } };
    workbench = await Workbench.open({ name: 'references', files, settings });
    preview = new RefactorPreview(workbench.page);
    ({ jobs } = workbench);
  });

  after(() => workbench?.close());

  const are = async (step: 'before' | 'after', files: readonly string[] = texts): Promise<void> => {
    for (const file of files) {
      const expected = await readFile(path.join(site, step, file), 'utf8');
      await becomes(() => readFile(workbench.file(file), 'utf8'), expected);
    }
  };
  const convert = async (): Promise<void> => {
    await workbench.convert(['hero.png', 'logo.png'], 'webp');
    await workbench.notifications.read('Converted 2 files');
    // The message would cover the panel's buttons.
    await workbench.notifications.dismiss('Converted 2 files');
  };

  it('sees references to them, with uncertain ones and an original’s removal unchecked', async () => {
    await workbench.explorer.toggle('img');
    await workbench.explorer.toggle('public');
    await convert();
    await jobs.open();
    await jobs.choose(batch, 'Update References…');
    // The list contains all texts except deploy.py, and the picture that can be deleted.
    assert.equal(await preview.fileCount(), texts.length);
    assert.equal(await preview.isTicked('cats.md'), true);
    for (const file of [doubtful, 'hero.png']) assert.equal(await preview.isTicked(file), false, file);
  });

  it('applies the checked changes, and removes an original without references', async () => {
    for (const file of [doubtful, 'hero.png', ...mixed, ...mixed]) await preview.toggle(file);
    await preview.apply();
    await workbench.notifications.read(
      /^Updated \d+ references in 12 files\. 1 original removed\. Still referenced: logo\.png\.$/,
    );
    await are('after');
    assert.equal(existsSync(workbench.file('img/hero.png')), false);
    assert.ok(existsSync(workbench.file('public/logo.png')));
    for (const file of generated) assert.equal(await readFile(workbench.file(file), 'utf8'), page);
    await workbench.notifications.dismiss('Updated');
  });

  it('reverts them by the batch’s Undo, even after a reload', async () => {
    await workbench.reload();
    await jobs.open();
    await jobs.choose(batch, 'Undo');
    await workbench.notifications.answer('Undo');
    const summary = '2 results removed, 1 original restored. References reverted in 12 files.';
    await workbench.notifications.read(summary);
    await are('before');
    assert.ok(picture.equals(await readFile(workbench.file('img/hero.png'))));
    assert.equal(existsSync(workbench.file('img/hero.webp')), false);
  });

  it('gets a removed original back if something still refers to it, and reads what an undo leaves', async () => {
    const { notifications } = workbench;
    await convert();
    await workbench.runCommand('File Utility Network: Update References…');
    await preview.fileCount();
    await preview.toggle('cats.md');
    await preview.toggle('hero.png');
    await preview.apply();
    await notifications.read(/^Updated .*Restored because it’s still referenced: hero\.png\./);
    assert.ok(picture.equals(await readFile(workbench.file('img/hero.png'))));
    await are('before', ['posts/cats.md']);
    await are('after', ['css/main.css', 'posts/logos.md']);

    await appendFile(workbench.file('css/main.css'), '.more {}\n');
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await notifications.answer('Undo');
    await notifications.read(/References not reverted because of later changes: main\.css\.$/);
    await are('before', ['posts/logos.md', 'css/theme.scss']);
    assert.match(await readFile(workbench.file('css/main.css'), 'utf8'), /hero\.webp[\s\S]*\.more/);
  });
});
