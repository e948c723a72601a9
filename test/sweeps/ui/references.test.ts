import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
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
    jobs = workbench.viewContainer('Convert & Compress');
  });

  after(() => workbench?.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const are = async (step: 'before' | 'after', files: readonly string[] = texts): Promise<void> => {
    for (const file of files) {
      const expected = await readFile(path.join(site, step, file), 'utf8');
      await eventually(
        () => readFile(inFolder(file), 'utf8'),
        (text) => text === expected,
      );
    }
  };
  const convert = async (): Promise<void> => {
    await workbench.explorer.show();
    await workbench.explorer.choose(['hero.png', 'logo.png'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Converted 2 files');
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
    await workbench.screenshot('references-preview');
    assert.equal(await preview.isTicked('cats.md'), true);
    for (const file of [doubtful, 'hero.png']) assert.equal(await preview.isTicked(file), false, file);
  });

  it('applies the checked changes, and removes an original without references', async () => {
    for (const file of [doubtful, 'hero.png', ...mixed, ...mixed]) await preview.toggle(file);
    await preview.apply();
    const summary = await workbench.notifications.read('Updated');
    await workbench.screenshot('references-updated');
    assert.match(
      summary,
      /^Updated \d+ references in 12 files\. 1 original removed\. Still referenced: logo\.png\.$/,
    );
    await are('after');
    assert.equal(existsSync(inFolder('img/hero.png')), false);
    assert.ok(existsSync(inFolder('public/logo.png')));
    for (const file of generated) assert.equal(await readFile(inFolder(file), 'utf8'), page);
    await workbench.notifications.dismiss('Updated');
  });

  it('reverts them by the batch’s Undo, even after a reload', async () => {
    await workbench.reload();
    await jobs.open();
    await jobs.choose(batch, 'Undo');
    await workbench.notifications.answer('Undo');
    const summary = await workbench.notifications.read('References reverted');
    assert.equal(summary, '2 results removed, 1 original restored. References reverted in 12 files.');
    await are('before');
    assert.ok(picture.equals(await readFile(inFolder('img/hero.png'))));
    assert.equal(existsSync(inFolder('img/hero.webp')), false);
    await workbench.notifications.dismiss('References reverted');
  });

  it('gets a removed original back if something still refers to it', async () => {
    await convert();
    await workbench.runCommand('File Utility Network: Update References…');
    await preview.fileCount();
    await preview.toggle('cats.md');
    await preview.toggle('hero.png');
    await preview.apply();
    const summary = await workbench.notifications.read('Updated');
    assert.match(summary, /Restored because it’s still referenced: hero\.png\./);
    assert.ok(picture.equals(await readFile(inFolder('img/hero.png'))));
    await are('before', ['posts/cats.md']);
    await are('after', ['css/main.css', 'posts/logos.md']);
    await workbench.notifications.dismiss('Updated');
  });

  it('reads which texts an undo leaves because they changed', async () => {
    await appendFile(inFolder('css/main.css'), '.more {}\n');
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await workbench.notifications.answer('Undo');
    const summary = await workbench.notifications.read('References');
    assert.match(summary, /References not reverted because of later changes: main\.css\.$/);
    await are('before', ['posts/logos.md', 'css/theme.scss']);
    assert.match(await readFile(inFolder('css/main.css'), 'utf8'), /hero\.webp[\s\S]*\.more/);
    await workbench.notifications.dismiss('References');
  });

  it('changes nothing by discarding the preview', async () => {
    await convert();
    await workbench.runCommand('File Utility Network: Update References…');
    await preview.fileCount();
    await preview.discard();
    await preview.rows.first().waitFor({ state: 'detached' });
    await are('before', ['posts/cats.md', 'index.html']);
    assert.ok(existsSync(inFolder('img/hero.png')));
  });

  it('reads which text was too large to read, and nothing that isn’t known', async () => {
    await writeFile(inFolder('data.json'), `["${'x'.repeat(2 ** 21)}"]`);
    await workbench.runCommand('File Utility Network: Update References…');
    await preview.fileCount();
    await preview.apply();
    const summary = await workbench.notifications.read('Updated');
    assert.match(summary, / 1 file wasn’t read because it’s too large or too complex: data\.json\.$/);
    assert.doesNotMatch(summary, /Still referenced:[^:]*hero\.png/);
  });
});
