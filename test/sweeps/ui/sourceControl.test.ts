import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { chooseFromMenu } from '../../support/workbench/menu.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const fixture = (name: string): string => path.join(root, 'test/fixtures/sample', name);

describe('A user with rules and staged images', () => {
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    const settings = {
      'git.enabled': true,
      'git.openRepositoryInParentFolders': 'never',
      'fileUtilityNetwork.presets': {
        'For the web': { target: 'webp', options: { quality: 60 } },
        'Back again': { target: 'png' },
      },
      'fileUtilityNetwork.rules': [
        { files: 'assets/**/*.{png,jpg}', preset: 'For the web' },
        // If rules applied to their own outputs, this one would convert the first rule's output back.
        { files: '**/*.webp', preset: 'Back again' },
      ],
    };
    const files = { 'assets/readme.txt': Buffer.from('Pictures') };
    workbench = await Workbench.open({ name: 'sourceControl', files, settings });
    jobs = workbench.viewContainer('Convert & Compress');
    git('init', '-q', '-b', 'main');
    git('add', 'coffee.jpg', 'balloons.png');
    await appendFile(inFolder('balloons.png'), 'x');
  });

  after(() => workbench?.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const sizeOf = async (name: string): Promise<number> =>
    stat(inFolder(name)).then(
      ({ size }) => size,
      () => 0,
    );

  function git(...given: readonly string[]): string {
    return execFileSync('git', ['-C', workbench.folder, ...given], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  }

  it('compresses staged images from the Staged Changes menu, and reads what was left out', async () => {
    const before = await readFile(inFolder('coffee.jpg'));
    await workbench.page.locator('.activitybar a[aria-label^="Source Control"]').click();
    const group = workbench.page.locator('.scm-view .monaco-list-row', { hasText: 'Staged Changes' });
    await group.waitFor();
    await chooseFromMenu(group, 'Compress Staged Images');
    const summary = await workbench.notifications.read('staged again');
    await workbench.screenshot('compress-staged');
    assert.match(
      summary,
      /^Saved coffee\.jpg, \d+% smaller\. 1 file staged again\. Skipped because only some of the changes are staged: balloons\.png\.$/,
    );
    assert.match(git('status', '--porcelain'), /^A {2}coffee\.jpg$/m);
    assert.ok((await sizeOf('coffee.jpg')) < before.length);
    await workbench.notifications.click('staged again', 'Undo');
    await workbench.notifications.read('1 original restored. 1 file staged again.');
    assert.match(git('status', '--porcelain'), /^A {2}coffee\.jpg$/m);
    assert.ok(before.equals(await readFile(inFolder('coffee.jpg'))));
  });

  it('chooses a format for changed files in a row’s menu', async () => {
    const row = workbench.page.locator('.scm-view .monaco-list-row', { hasText: 'coffee.jpg' });
    // Until VS Code notices the undo, the file is also listed under Changes, and rows move.
    await eventually(
      () => row.count(),
      (count) => count === 1,
    );
    await chooseFromMenu(row, 'Convert Changed Files…');
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read('Saved coffee.gif');
  });

  it('gets no automatic conversions before rules are turned on', async () => {
    await cp(fixture('cat.png'), inFolder('assets/early.png'));
    await jobs.open();
    assert.equal(await jobs.row('Rules: on').count(), 0);
    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('rules-question');
    const question = await workbench.notifications.dialog.innerText();
    assert.match(question, /assets\/\*\*\/\*\.\{png,jpg\} → For the web/);
    await workbench.notifications.answer('Turn On Rules');
    await jobs.row('Rules: on').waitFor();
    assert.equal(existsSync(inFolder('assets/early.webp')), false);
  });

  it('gets a rule’s output for added files, and none for that output', async () => {
    await cp(fixture('cat.png'), inFolder('assets/cat.png'));
    await eventually(
      () => sizeOf('assets/cat.webp'),
      (size) => size > 0,
    );
    await eventually(
      async () => (await jobs.read()).find(({ label }) => label === 'Rules: on')?.description ?? '',
      (description) => description.startsWith('2 rules · last cat.png'),
    );
    await workbench.screenshot('rules-row');
  });

  it('gets an updated result when a file is saved again, and keeps files of the same name', async () => {
    const first = await readFile(inFolder('assets/cat.webp'));
    await writeFile(inFolder('assets/mine.webp.txt'), 'mine');
    await cp(fixture('coffee.jpg'), inFolder('assets/photo.jpg'));
    await eventually(
      () => sizeOf('assets/photo.webp'),
      (size) => size > 0,
    );
    await cp(fixture('balloons.png'), inFolder('assets/cat.png'));
    await eventually(
      () => readFile(inFolder('assets/cat.webp')),
      (now) => now.length > 0 && !now.equals(first),
    );
    for (const name of ['cat (1).webp', 'cat (1).png', 'photo.png', 'photo (1).webp'])
      assert.equal(existsSync(inFolder(`assets/${name}`)), false, name);
  });

  it('reads which file a rule failed with, and why', async () => {
    await writeFile(inFolder('assets/half.png'), (await readFile(fixture('cat.png'))).subarray(0, 2000));
    const summary = await workbench.notifications.read('This workspace’s rules failed for half.png.');
    assert.match(summary, /half\.png\. The image is damaged/);
    await workbench.notifications.click(summary, 'Show Jobs');
    assert.equal(existsSync(inFolder('assets/half.webp')), false);
  });

  it('has rules after a reload, until a click on their row turns them off', async () => {
    await workbench.reload();
    await jobs.open();
    await jobs.row('Rules: on').waitFor();
    await cp(fixture('cat.png'), inFolder('assets/later.png'));
    await eventually(
      () => sizeOf('assets/later.webp'),
      (size) => size > 0,
    );
    await jobs.row('Rules: on').click();
    await workbench.notifications.read('This workspace’s rules are turned off.');
    await jobs.row('Rules: on').waitFor({ state: 'detached' });
  });

  it('is asked again when the workspace changes its rules', async () => {
    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await workbench.notifications.answer('Turn On Rules');
    await jobs.row('Rules: on').waitFor();
    await mkdir(inFolder('.vscode'));
    const presets = { 'For the web': { target: 'gif' } };
    await writeFile(
      inFolder('.vscode/settings.json'),
      JSON.stringify({ 'fileUtilityNetwork.presets': presets }),
    );
    const summary = await workbench.notifications.read(
      'This workspace’s rules have changed since you turned them on',
    );
    await jobs.row('Rules: on').waitFor({ state: 'detached' });
    await workbench.notifications.click(summary, 'Review Rules');
    await workbench.notifications.dialog.waitFor();
    assert.match(await workbench.notifications.dialog.innerText(), /→ For the web · Convert to GIF/);
    await workbench.notifications.answer('Cancel');
    assert.equal(await jobs.row('Rules: on').count(), 0);
  });
});
