import assert from 'node:assert/strict';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { archive } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { tarOf } from '../../support/service/hostileArchives.ts';
import { descendantsOf } from '../../support/service/processes.ts';
import { untrusted } from '../../support/vscode/settings.ts';
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

  it('is offered it for archives only', async () => {
    for (const [name, isOffered] of [
      ['photos.zip', true],
      ['reports.tar.gz', true],
      ['notes.txt', false],
      ['trip', false],
    ] as const) {
      const labels = await workbench.explorer.menuLabels([name], 'Convert & Compress');
      assert.equal(labels.includes('Extract Here'), isOffered, name);
    }
  });

  it('gets folders beside the archives, and keeps a changed one when they are undone', async () => {
    const { explorer, notifications } = workbench;
    await workbench.choose(['photos.zip', 'reports.tar.gz'], 'Extract Here');
    const text = await notifications.read(/^Extracted/);
    assert.match(text, /^Extracted 11 files to photos and reports\. Skipped 1 link or special file: link\.$/);
    await explorer.row('photos').waitFor();
    await appendFile(workbench.file('photos/run.sh'), 'exit\n');
    await notifications.click(text, 'Undo');
    await notifications.answer('Undo');
    await notifications.read('1 result removed, 1 kept because it was changed since.');
    await workbench.has('reports', false);
    assert.match(await readFile(workbench.file('photos/run.sh'), 'utf8'), /exit\n$/);
  });

  it('can cancel, which leaves nothing behind', async () => {
    const { notifications } = workbench;
    const before = await readdir(workbench.folder);
    // The extraction can't end before it is canceled.
    hold(workbench.localServices().flatMap(descendantsOf));
    await workbench.choose(['photos.zip'], 'Extract Here');
    await notifications.click('Extracting', 'Cancel');
    await notifications.read(/^Canceled\.$/);
    assert.deepEqual(await readdir(workbench.folder), before);
  });

  it('reads what was skipped and renamed, and enters the password of a locked archive', async () => {
    const { explorer, notifications, quickInput, page } = workbench;
    await explorer.select('odd.tar', 'locked.7z');
    await workbench.runCommand('File Utility Network: Extract Here');
    const message =
      'Extracted 1 file to odd. Skipped 1 link or special file: link. ' +
      '1 file has a new name because its own was taken or invalid: _con.txt. ' +
      'locked.7z: The file is password-protected.';
    assert.equal(await notifications.read(/^Extracted/), message);
    assert.deepEqual(await readdir(workbench.file('odd')), ['_con.txt']);
    await notifications.click(message, 'Reveal in Explorer');
    await explorer.row('odd').and(page.locator('.selected')).waitFor();
    await workbench.choose(['locked.7z'], 'Extract Here');
    for (const [problem, password] of [
      [/^locked\.7z: The file is password-protected/, 'wrong'],
      [/^locked\.7z: The password is incorrect/, 'geheim'],
    ] as const) {
      await notifications.click(problem, 'Enter Password…');
      await quickInput.submitPassword(password);
    }
    await notifications.read(/^Extracted \d+ files? to locked\.$/);
    await workbench.has('locked');
  });
});
