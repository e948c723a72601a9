import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { archive } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { tarOf } from '../../support/service/hostileArchives.ts';
import { descendantsOf } from '../../support/service/processes.ts';
import { untrusted } from '../../support/workbench/untrusted.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who extracts archives in Restricted Mode', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      name: 'extract',
      files: {
        'photos.zip': await readFile(archive('tree.zip')),
        'reports.tar.gz': await readFile(archive('tree.tar.gz')),
        'odd.tar': await tarOf(`add('con.txt')`, `add('link', tarfile.SYMTYPE, '/etc/passwd')`),
        'locked.7z': await readFile(archive('locked.7z')),
      },
      settings: untrusted,
    });
  });

  after(() => workbench?.close());

  const inFolder = (...names: readonly string[]): string => path.join(workbench.folder, ...names);
  const isGone = (name: string): Promise<boolean> => eventually(() => !existsSync(inFolder(name)), Boolean);
  const extract = (...names: [string, ...string[]]): Promise<void> =>
    workbench.explorer.choose(names, 'Convert & Compress', 'Extract Here');

  it('is offered it for archives only', async () => {
    const { explorer } = workbench;
    for (const [name, isOffered] of [
      ['photos.zip', true],
      ['reports.tar.gz', true],
      ['notes.txt', false],
      ['trip', false],
    ] as const) {
      const labels = await explorer.menuLabels([name], 'Convert & Compress');
      assert.equal(labels.includes('Extract Here'), isOffered, name);
    }
  });

  it('gets a folder beside the archive, sees it in the Explorer, and undoes it', async () => {
    const before = await readdir(workbench.folder);
    await extract('photos.zip');
    assert.match(await workbench.notifications.read(/^Extracted/), /^Extracted 5 files to photos\.$/);
    const theirs = execFileSync('unzip', ['-p', inFolder('photos.zip'), 'sub/deep/numbers.csv']);
    assert.ok((await readFile(inFolder('photos/sub/deep/numbers.csv'))).equals(theirs));
    await workbench.explorer.row('photos').waitFor();
    await workbench.screenshot('extract-here');
    await workbench.notifications.click('Extracted 5 files to photos.', 'Undo');
    await workbench.notifications.read(/^1 result removed\.$/);
    await isGone('photos');
    assert.deepEqual(await readdir(workbench.folder), before);
  });

  it('can cancel, which leaves nothing behind', async () => {
    const before = await readdir(workbench.folder);
    // The extraction can't end before it is canceled.
    hold(workbench.localServices().flatMap(descendantsOf));
    await extract('photos.zip');
    await workbench.notifications.click('Extracting', 'Cancel');
    await workbench.notifications.read(/^Canceled\.$/);
    assert.deepEqual(await readdir(workbench.folder), before);
  });

  it('keeps a folder that was changed when two are undone', async () => {
    await extract('photos.zip', 'reports.tar.gz');
    const text = await workbench.notifications.read(/^Extracted/);
    assert.match(text, /^Extracted 11 files to photos and reports\. Skipped 1 link or special file: link\.$/);
    await appendFile(inFolder('photos', 'run.sh'), 'exit\n');
    await workbench.notifications.click(text, 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read('1 result removed, 1 kept because it was changed since.');
    await isGone('reports');
    assert.match(await readFile(inFolder('photos', 'run.sh'), 'utf8'), /exit\n$/);
  });

  it('is told what was skipped and renamed, and why an archive can’t be extracted', async () => {
    await workbench.explorer.select('odd.tar', 'locked.7z');
    await workbench.runCommand('File Utility Network: Extract Here');
    assert.equal(
      await workbench.notifications.read(/^Extracted/),
      'Extracted 1 file to odd. Skipped 1 link or special file: link. ' +
        '1 file has a new name because its own was taken or invalid: _con.txt. ' +
        'locked.7z: The file is password-protected.',
    );
    assert.deepEqual(await readdir(inFolder('odd')), ['_con.txt']);
    assert.deepEqual(await workbench.notifications.buttonsOf(/^Extracted 1 file to odd/), [
      'Enter Password…',
      'Undo',
      'Reveal in Explorer',
    ]);
    await workbench.notifications.click('Extracted 1 file to odd.', 'Reveal in Explorer');
    const selected = workbench.explorer.row('odd').and(workbench.page.locator('.selected'));
    await selected.waitFor();
  });

  it('enters the password of a locked archive, also after a wrong one', async () => {
    const { notifications, quickInput } = workbench;
    await extract('locked.7z');
    for (const password of ['wrong', 'geheim']) {
      const message = await notifications.read(/^locked\.7z: /);
      await notifications.click(message, 'Enter Password…');
      await quickInput.submitPassword(password);
    }
    await notifications.read(/^Extracted \d+ files? to locked\.$/);
    assert.ok(existsSync(inFolder('locked')));
  });
});
