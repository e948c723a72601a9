import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from '../../support/eventually.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user asked about name collisions', () => {
  let workbench: Workbench;

  before(async () => {
    const mine = Buffer.from('mine');
    workbench = await Workbench.open({
      name: 'taken-names',
      settings: { 'fileUtilityNetwork.output.onCollision': 'ask' },
      files: { 'cat.webp': mine, 'coffee.webp': mine },
    });
  });

  after(() => workbench?.close());

  const beginToAsk = async (): Promise<void> => {
    await workbench.convert(['cat.png', 'coffee.jpg'], 'webp');
    await workbench.quickInput.titled(/^“(?:cat|coffee)\.webp” already exists$/);
  };
  const contentOf = (name: string): Promise<string> => readFile(workbench.file(name), 'utf8');

  it('replaces all files with one answer, and undoes that', async () => {
    const { quickInput, notifications } = workbench;
    await beginToAsk();
    await quickInput.choose('Overwrite All');
    await notifications.read('Converted 2 files');
    assert.notEqual(await contentOf('cat.webp'), 'mine');
    await notifications.click('Converted 2 files', 'Undo');
    await notifications.answer('Undo');
    await notifications.read(/2 originals restored/);
    assert.equal(await contentOf('cat.webp'), 'mine');
  });

  it('enters names by keyboard, one after another', async () => {
    const { quickInput, notifications } = workbench;
    await beginToAsk();
    await quickInput.pick('Choose Names…');
    for (const name of ['one.webp', 'two.webp']) {
      await eventually(
        async () => [await quickInput.title(), await quickInput.input.inputValue()],
        ([title, value]) => title === 'Name of the result' && /^(?:cat|coffee)\.webp$/.test(value ?? ''),
      );
      await quickInput.submit(name);
    }
    await notifications.read('Converted 2 files');
    await workbench.has('one.webp');
    await workbench.has('two.webp');
    assert.equal(await contentOf('coffee.webp'), 'mine');
  });
});
