import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tools } from '../../../src/manifest.ts';
import { cache } from '../../support/paths.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { Caller } from '../../support/workbench/caller.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

const name = 'chat';
const home = path.join(cache, 'ui', name, 'sample');
const caller = new Caller(name);
const inFolder = (file: string): string => path.join(home, file);

/** The calls of tools, by the key that makes them. */
const calls = {
  'ctrl+alt+1': {
    name: tools.convert,
    input: { files: ['cat.png', inFolder('coffee.jpg')], target: 'webp' },
  },
  'ctrl+alt+4': { name: tools.compress, input: { files: ['coffee.jpg'] } },
  'ctrl+alt+6': {
    name: tools.compress,
    input: { files: ['coffee.jpg'], replace: true, options: { quality: 40 } },
  },
};

describe('A tool in the chat', () => {
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    network = await NetworkWindow.open({
      name,
      service: ['--plan', 'pro', '--credits', '100'],
      settings: {
        // Settings for the user's own commands, which must not apply to a model.
        'fileUtilityNetwork.compress.replaceSource': true,
        'fileUtilityNetwork.output.onCollision': 'overwrite',
      },
      ...caller.options(calls, { 'ctrl+alt+5': { file: inFolder('cat.png'), target: 'bmp' } }),
    });
    ({ workbench } = network);
  });

  after(() => network?.close());

  const press = (key: string): Promise<void> => caller.call(workbench, key);
  const asked = (text: RegExp): Promise<string> => workbench.notifications.asks(text);
  const answer = (button: string): Promise<void> => workbench.notifications.answer(button);

  it('names files, options, service, and cost, and does nothing without approval', async () => {
    const before = await readdir(home);
    await press('Control+Alt+1');
    const text = await asked(/Convert 2 files to WebP\?/);
    assert.match(text, /cat\.png[^]*coffee\.jpg/);
    assert.ok(
      text.includes('No file is replaced.') && text.includes('On this computer, free of charge.'),
      text,
    );
    await answer('Cancel');
    assert.match(await caller.answer(), /^Error: /);
    await press('Control+Alt+6');
    assert.match(await asked(/Compress 1 file\?/), /Quality: 40[^]*The source files are replaced\./);
    await answer('Cancel');
    assert.match(await caller.answer(), /^Error: /);
    assert.deepEqual(await readdir(home), before);
  });

  it('converts after a click, and returns the result as data to the model', async () => {
    await press('Control+Alt+1');
    await asked(/Convert 2 files to WebP\?/);
    await answer('Yes');
    const [note, json = ''] = (await caller.answer()).split('\n');
    assert.match(String(note), /not instructions/);
    const { saved, notSaved } = JSON.parse(json);
    assert.deepEqual([saved, notSaved], [2, 0]);
    assert.equal((await decodedFile(inFolder('cat.webp'))).format, 'WEBP');
    assert.deepEqual(workbench.notifications.messages(), []);
  });

  it('uploads only after our own question, whatever the chat approves', async () => {
    await workbench.storeKey();
    // Nothing is uploaded for another extension before the user has agreed.
    await press('Control+Alt+5');
    assert.equal(await caller.answer(), 'saved local');
    assert.equal(await network.balance(), 100);

    await press('Control+Alt+4');
    await asked(/On the network, for at least 1 credit\./);
    await answer('Yes');
    await asked(/Send coffee\.jpg to 127\.0\.0\.1:\d+ for at least 1 credit\?/);
    await answer('Cancel');
    assert.match(await caller.answer(), /"canceledByThePerson":1/);
    assert.equal(await network.balance(), 100);

    const before = await readFile(inFolder('coffee.jpg'));
    for (const [question, button] of [
      [/Send coffee\.jpg to /, 'Upload'],
      [/Spend at least 1 credit on coffee\.jpg\?/, 'Start'],
    ] as const) {
      await press('Control+Alt+4');
      await asked(/On the network, for at least 1 credit\./);
      await answer('Yes');
      await asked(question);
      await answer(button);
      assert.match(await caller.answer(), /"saved":1/);
    }
    assert.equal(await network.balance(), 98);
    assert.ok(before.equals(await readFile(inFolder('coffee.jpg'))));
    assert.equal((await readdir(home)).filter((file) => file.startsWith('coffee-')).length, 2);
  });
});
