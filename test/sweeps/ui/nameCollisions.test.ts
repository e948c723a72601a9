import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { openTargets } from '../../support/workbench/openTargets.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

let workbench: Workbench;
const inFolder = (name: string): string => path.join(workbench.folder, name);
const beginToAsk = async (): Promise<void> => {
  await openTargets(workbench, 'cat.png', 'coffee.jpg', 'balloons.png');
  await workbench.quickInput.pickFormat('webp');
  await eventually(
    () => workbench.quickInput.title(),
    (title) => /^“(?:cat|coffee)\.webp” already exists$/.test(title),
  );
};

describe('A user asked about name collisions', () => {
  before(async () => {
    const settings = { 'fileUtilityNetwork.output.onCollision': 'ask' };
    // VS Code's file watcher may miss a file written after the window was opened.
    const mine = Buffer.from('mine');
    const files = { 'cat.webp': mine, 'coffee.webp': mine };
    workbench = await Workbench.open({ name: 'taken-names', settings, files });
  });
  after(() => workbench.close());

  beforeEach(async () => {
    for (const name of await readdir(workbench.folder)) {
      if (/^(?:balloons|cat|coffee)\b.*\.webp$/.test(name)) await rm(inFolder(name));
    }
    for (const name of ['cat', 'coffee']) await writeFile(inFolder(`${name}.webp`), 'mine');
    // Rows that appear and disappear later would change the selection.
    await workbench.page.keyboard.press('Control+Shift+E');
    await eventually(
      async () =>
        (await workbench.explorer.names()).filter((name) => /^(?:balloons|cat|coffee)\b.*\.webp$/.test(name)),
      (names) => names.join() === 'cat.webp,coffee.webp',
    );
  });

  it('answers once for the whole batch', async () => {
    await beginToAsk();
    assert.deepEqual(
      (await workbench.quickInput.read()).map(({ label }) => label),
      ['Rename All', 'Overwrite All', 'Skip All', 'Choose Names…'],
    );
    await workbench.screenshot('collision-question');
    await workbench.quickInput.choose('Rename All');
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    for (const name of ['cat', 'coffee']) {
      assert.equal(await readFile(inFolder(`${name}.webp`), 'utf8'), 'mine');
      assert.ok(existsSync(inFolder(`${name} (1).webp`)));
    }
    await workbench.notifications.dismiss(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
  });

  it('replaces all files, and undoes that', async () => {
    await beginToAsk();
    await workbench.quickInput.choose('Overwrite All');
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    assert.notEqual(await readFile(inFolder('cat.webp'), 'utf8'), 'mine');
    await workbench.notifications.click(/^Converted 3 files(?:, \d+% smaller in total)?\.$/, 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read(/2 originals restored/);
    assert.equal(await readFile(inFolder('cat.webp'), 'utf8'), 'mine');
  });

  it('enters names by keyboard, one after another', async () => {
    await beginToAsk();
    await workbench.quickInput.pick('Choose Names…');
    for (const name of ['one.webp', 'two.webp']) {
      await eventually(
        async () => [await workbench.quickInput.title(), await workbench.quickInput.input.inputValue()],
        ([title, value]) => title === 'Name of the result' && /^(?:cat|coffee)\.webp$/.test(value ?? ''),
      );
      await workbench.quickInput.submit(name);
      if (name === 'two.webp') break;
      await eventually(
        () => workbench.quickInput.input.inputValue(),
        (value) => value !== 'one.webp',
      );
    }
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    assert.ok(existsSync(inFolder('one.webp')) && existsSync(inFolder('two.webp')));
    await workbench.notifications.dismiss(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
  });

  it('dismisses the question, and finds the files waiting in the view', async () => {
    await beginToAsk();
    await workbench.quickInput.cancel();
    await workbench.notifications.read(/1 converted.*, 2 waiting/);
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    const waiting = (await jobs.read()).filter(({ description }) => description.includes('Needs a name'));
    assert.equal(waiting.length, 2);
    await workbench.screenshot('collision-left');
  });
});
