import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { scaled } from '../../support/run/slowness.ts';
import { document, sample } from '../../support/service/fixtures.ts';
import { chooseFromMenu } from '../../support/workbench/menu.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user with rules and a Git repository', () => {
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
    const files = {
      'assets/readme.txt': Buffer.from('Pictures'),
      'report.docx': await readFile(document('harbour.docx')),
      'picture.png': await readFile(sample('cat.png')),
    };
    workbench = await Workbench.open({ name: 'sourceControl', files, settings });
    ({ jobs } = workbench);
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Someone');
    git('config', 'user.email', 'someone@example.org');
    git('add', 'report.docx', 'picture.png');
    git('commit', '-q', '-m', 'Write the first report');
    git('add', 'coffee.jpg', 'balloons.png');
    await appendFile(workbench.file('balloons.png'), 'x');
  });

  after(() => workbench?.close());

  function git(...given: readonly string[]): string {
    return execFileSync('git', ['-C', workbench.folder, ...given], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  }
  const changes = (text: string): Locator =>
    workbench.page.locator('.scm-view .monaco-list-row', { hasText: text });
  const reads = async (editor: string, hasText: string): Promise<void> => {
    await workbench.page.locator(`${editor} .view-lines`).filter({ hasText }).first().waitFor();
  };
  const areOn = (state: 'attached' | 'detached'): Promise<void> => jobs.row('Rules: on').waitFor({ state });
  const becomes = async (name: string, accept: (bytes: Buffer) => boolean): Promise<void> => {
    await eventually(
      () => readFile(workbench.file(name)).catch(() => Buffer.alloc(0)),
      (bytes) => bytes.length > 0 && accept(bytes),
    );
  };
  const add = (source: string, name: string): Promise<void> => cp(sample(source), workbench.file(name));

  it('compresses staged images from the Staged Changes menu, and reads what was left out', async () => {
    const { notifications, page } = workbench;
    const before = await readFile(workbench.file('coffee.jpg'));
    await page.locator('.activitybar a[aria-label^="Source Control"]').click();
    await changes('Staged Changes').waitFor();
    await chooseFromMenu(changes('Staged Changes'), 'Compress Staged Images');
    assert.match(
      await notifications.read('staged again'),
      /^Saved coffee\.jpg, \d+% smaller\. 1 file staged again\. Skipped because .* staged: balloons\.png\.$/,
    );
    assert.match(git('status', '--porcelain'), /^A {2}coffee\.jpg$/m);
    assert.ok((await stat(workbench.file('coffee.jpg'))).size < before.length);
    await notifications.click('staged again', 'Undo');
    await notifications.read('1 original restored. 1 file staged again.');
    assert.ok(before.equals(await readFile(workbench.file('coffee.jpg'))));
  });

  it('chooses a format for changed files in a row’s menu', async () => {
    // Until VS Code has noticed the undo, it may replace the row while its menu is open. Then the command does nothing.
    const list = workbench.page.locator('.quick-input-widget:visible');
    await eventually(
      async () => {
        await chooseFromMenu(changes('balloons.png').first(), 'Convert Changed Files…');
        return list.waitFor({ timeout: scaled(10_000) }).then(
          () => true,
          () => false,
        );
      },
      (isOpen) => isOpen,
    );
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read('Saved balloons.gif');
  });

  it('opens a document as Markdown, and reads what changed since a commit from the Timeline', async () => {
    const { explorer, page } = workbench;
    await explorer.show();
    await explorer.choose(['report.docx'], 'Open as Markdown');
    await reads('.editor-instance .monaco-editor', '# The harbour');
    await workbench.runCommand('View: Close All Editors');
    await cp(document('voyage.docx'), workbench.file('report.docx'));
    await explorer.select('report.docx');
    await page.locator('.pane-header', { hasText: 'Timeline' }).click();
    const commit = page.locator('.timeline-tree-view .monaco-list-row', {
      hasText: 'Write the first report',
    });
    await chooseFromMenu(commit, 'Compare with Git Version…');
    await reads('.monaco-diff-editor .original', 'Latin:');
    await reads('.monaco-diff-editor .modified', 'Arabic:');
    await page.locator('.pane-header', { hasText: 'Timeline' }).click();
  });

  it('sees a changed image beside the committed one', async () => {
    await add('balloons.png', 'picture.png');
    await workbench.choose(['picture.png'], 'Compare with Git Version…');
    await workbench.quickInput.pick('Write the first report');
    const names = (await new PictureTab(workbench.page).pictures(2)).map(({ name }) => name);
    assert.match(names[0] ?? '', /picture\.png \([\da-f]{7}\)/);
  });

  it('gets no automatic conversions before rules are turned on', async () => {
    const { notifications } = workbench;
    await add('cat.png', 'assets/early.png');
    await jobs.open();
    assert.equal(await jobs.row('Rules: on').count(), 0);
    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await notifications.asks('assets/**/*.{png,jpg} → For the web');
    await notifications.answer('Turn On Rules');
    await areOn('attached');
    assert.equal(existsSync(workbench.file('assets/early.webp')), false);
  });

  it('gets a rule’s output for added and changed files, and none for that output', async () => {
    await add('cat.png', 'assets/cat.png');
    await becomes('assets/cat.webp', () => true);
    await jobs.describes('Rules: on', /^2 rules · last cat\.png/);
    const first = await readFile(workbench.file('assets/cat.webp'));
    await add('balloons.png', 'assets/cat.png');
    await becomes('assets/cat.webp', (bytes) => !bytes.equals(first));
    for (const name of ['cat (1).webp', 'cat (1).png'])
      assert.equal(existsSync(workbench.file(`assets/${name}`)), false, name);
  });

  it('reads which file a rule failed with, and why', async () => {
    const half = (await readFile(sample('cat.png'))).subarray(0, 2000);
    await writeFile(workbench.file('assets/half.png'), half);
    await workbench.notifications.read(/rules failed for half\.png\. The image is damaged/);
  });

  it('has rules after a reload, until a click on their row turns them off', async () => {
    await workbench.reload();
    await jobs.open();
    await areOn('attached');
    await add('cat.png', 'assets/later.png');
    await becomes('assets/later.webp', () => true);
    await jobs.row('Rules: on').click();
    await workbench.notifications.read('This workspace’s rules are turned off.');
    await areOn('detached');
  });

  it('is asked again when the workspace changes its rules', async () => {
    const { notifications } = workbench;
    await workbench.runCommand('File Utility Network: Turn On Conversion Rules…');
    await notifications.answer('Turn On Rules');
    await areOn('attached');
    await mkdir(workbench.file('.vscode'));
    const presets = { 'fileUtilityNetwork.presets': { 'For the web': { target: 'gif' } } };
    await writeFile(workbench.file('.vscode/settings.json'), JSON.stringify(presets));
    await notifications.click('This workspace’s rules have changed since you turned them on', 'Review Rules');
    await notifications.asks('→ For the web · Convert to GIF');
    await notifications.answer('Cancel');
    assert.equal(await jobs.row('Rules: on').count(), 0);
  });
});
