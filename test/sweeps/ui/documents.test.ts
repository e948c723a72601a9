import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { chooseFromMenu } from '../../support/workbench/menu.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const fixture = (name: string): string => path.join(root, 'test/fixtures', name);

/** The text on screen, where VS Code draws spaces as no-break spaces. */
const textOf = async (editor: Locator): Promise<string> =>
  (await editor.locator('.view-lines').innerText()).replaceAll('\u00a0', ' ');

describe('A user who reads documents', () => {
  let workbench: Workbench;
  let files: readonly string[];

  before(async () => {
    const report = await readFile(fixture('documents/harbour.docx'));
    workbench = await Workbench.open({
      name: 'documents',
      files: { 'report.docx': report, 'manual.pdf': await readFile(fixture('documents/text.pdf')) },
      settings: { 'git.enabled': true, 'git.openRepositoryInParentFolders': 'never' },
    });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Someone');
    git('config', 'user.email', 'someone@example.org');
    git('add', '.');
    git('commit', '-q', '-m', 'Write the first report');
    files = await readdir(workbench.folder);
  });

  after(() => workbench?.close());

  function git(...given: readonly string[]): string {
    return execFileSync('git', ['-C', workbench.folder, ...given], { encoding: 'utf8' });
  }

  const inFolder = (name: string): string => path.join(workbench.folder, name);

  it('opens a Word document and a PDF as Markdown from the Explorer, and writes nothing', async () => {
    for (const [name, pattern] of [
      ['report.docx', /Text of report\.docx, read on this computer\..*# The harbour/s],
      ['manual.pdf', /Text of manual\.pdf, read on this computer\./],
    ] as const) {
      await workbench.explorer.choose([name], 'Open as Markdown');
      const editor = workbench.page.locator('.editor-instance .monaco-editor').first();
      await eventually(
        () => textOf(editor),
        (text) => pattern.test(text),
      );
    }
    await workbench.screenshot('open-as-markdown');
    assert.deepEqual(await readdir(workbench.folder), files);
  });

  it('reads what changed since a commit in the diff editor', async () => {
    await cp(fixture('documents/voyage.docx'), inFolder('report.docx'));
    await workbench.explorer.choose(['report.docx'], 'Convert & Compress', 'Compare with Git Version…');
    await workbench.quickInput.pick('Write the first report');
    const diff = workbench.page.locator('.monaco-diff-editor');
    await eventually(
      () => textOf(diff.locator('.original')),
      (text) => text.includes('Latin:') && !text.includes('Arabic:'),
    );
    await eventually(
      () => textOf(diff.locator('.modified')),
      (text) => text.includes('Arabic:'),
    );
    await workbench.screenshot('compare-document-with-git');
  });

  it('compares a document with a commit in the Timeline and from Source Control', async () => {
    await workbench.page.keyboard.press('Control+k');
    await workbench.page.keyboard.press('Control+w');
    await workbench.explorer.select('report.docx');
    await workbench.page.locator('.pane-header', { hasText: 'Timeline' }).click();
    const commit = workbench.page.locator('.timeline-tree-view .monaco-list-row', {
      hasText: 'Write the first report',
    });
    await chooseFromMenu(commit, 'Compare with Git Version…');
    const original = workbench.page.locator('.monaco-diff-editor .original');
    await eventually(
      () => textOf(original),
      (text) => text.includes('Latin:'),
    );
    await workbench.page.locator('.activitybar .action-item:has(a[aria-label^="Source Control"])').click();
    const row = workbench.page.locator('.scm-view .monaco-list-row', { hasText: 'report.docx' });
    await chooseFromMenu(row, 'Compare with Git Version…');
    assert.equal(await workbench.quickInput.title(), 'Compare report.docx with a Git Version');
    await workbench.quickInput.cancel();
    await workbench.explorer.show();
  });

  it('sees a changed image beside the committed one', async () => {
    await cp(fixture('sample/cat.png'), inFolder('picture.png'));
    git('add', 'picture.png');
    git('commit', '-q', '-m', 'Add a picture');
    await cp(fixture('sample/balloons.png'), inFolder('picture.png'));
    await workbench.explorer.choose(['picture.png'], 'Convert & Compress', 'Compare with Git Version…');
    await workbench.quickInput.pick('Add a picture');
    const tab = new PictureTab(workbench.page);
    await tab.pictures(2);
    await workbench.screenshot('compare-image-with-git');
    const [first = ''] = await tab.facts();
    assert.match(first, /picture\.png \([\da-f]{7}\)/);
  });
});
