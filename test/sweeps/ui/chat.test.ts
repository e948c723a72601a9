import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tools } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { cache } from '../../support/paths.ts';
import { inspect } from '../../support/service/raster.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Caller } from '../../support/workbench/caller.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const name = 'chat';
const home = path.join(cache, 'ui', name);
const caller = new Caller(name);
const inFolder = (file: string): string => path.join(home, 'sample', file);

/** The calls of tools, by the key that makes them. */
const calls = {
  'ctrl+alt+1': {
    name: tools.convert,
    input: { files: ['cat.png', inFolder('coffee.jpg')], target: 'webp' },
  },
  'ctrl+alt+2': { name: tools.convert, input: { files: ['../outside.png'], target: 'webp' } },
  'ctrl+alt+3': { name: tools.jobs, input: {} },
  'ctrl+alt+4': { name: tools.compress, input: { files: ['coffee.jpg'] } },
  'ctrl+alt+6': {
    name: tools.compress,
    input: { files: ['coffee.jpg'], replace: true, options: { quality: 40 } },
  },
};

describe('A tool in the chat', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', '100']);
    workbench = await Workbench.open({
      name,
      settings: {
        'fileUtilityNetwork.baseUrl': service.api.baseUrl,
        // Settings for the user's own commands, which must not apply to a model.
        'fileUtilityNetwork.compress.replaceSource': true,
        'fileUtilityNetwork.output.onCollision': 'overwrite',
      },
      ...caller.options(calls, { 'ctrl+alt+5': { file: inFolder('cat.png'), target: 'bmp' } }),
    });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const press = async (key: string): Promise<void> => caller.call(workbench, key);
  const asked = async (text: RegExp): Promise<string> =>
    eventually(
      () => workbench.notifications.dialog.innerText(),
      (shown) => text.test(shown),
    );
  const balance = async (): Promise<unknown> =>
    (await service.api.call('/convert/entitlements/me')).json?.['remainingCredits'];

  it('names files, options, service, and cost, and does nothing without approval', async () => {
    const before = await readdir(path.join(home, 'sample'));
    await press('Control+Alt+1');
    const text = await asked(/Convert 2 files to WebP\?/);
    for (const part of [
      /cat\.png/,
      /coffee\.jpg/,
      /No file is replaced\./,
      /On this computer, free of charge\./,
    ])
      assert.match(text, part);
    await workbench.screenshot('chat-confirmation');
    await workbench.notifications.answer('Cancel');
    assert.match(await caller.answer(), /^Error: /);
    await press('Control+Alt+6');
    assert.match(await asked(/Compress 1 file\?/), /Quality: 40[^]*The source files are replaced\./);
    await workbench.notifications.answer('Cancel');
    assert.match(await caller.answer(), /^Error: /);
    assert.deepEqual(await readdir(path.join(home, 'sample')), before);
  });

  it('converts after a click, and returns the result as data to the model', async () => {
    await press('Control+Alt+1');
    await asked(/Convert 2 files to WebP\?/);
    await workbench.notifications.answer('Yes');
    const [note, json = ''] = (await caller.answer()).split('\n');
    assert.match(String(note), /not instructions/);
    const { saved, notSaved, entries } = JSON.parse(json);
    assert.deepEqual([saved, notSaved], [2, 0]);
    assert.deepEqual(
      entries.map(({ file, output }: Record<string, string>) => [file, output]),
      [
        ['cat.png', 'cat.webp'],
        ['coffee.jpg', 'coffee.webp'],
      ],
    );
    assert.equal((await inspect(await readFile(inFolder('cat.webp')), 'webp')).format, 'WEBP');
    assert.deepEqual(workbench.notifications.messages(), []);
  });

  it('refuses files outside the workspace with a sentence, without a question', async () => {
    await press('Control+Alt+2');
    assert.equal(await caller.answer(), 'Error: “../outside.png” isn’t a file or folder in the workspace.');
    await press('Control+Alt+3');
    const [, json = ''] = (await caller.answer()).split('\n');
    assert.equal(JSON.parse(json).jobs, 2);
    assert.equal(await workbench.notifications.dialog.count(), 0);
  });

  it('uploads only after our own question, whatever the chat approves', async () => {
    await storeKey(workbench, testKey);
    // Nothing is uploaded for another extension before the user has agreed.
    await press('Control+Alt+5');
    assert.equal(await caller.answer(), 'saved local');
    assert.equal(await balance(), 100);

    await press('Control+Alt+4');
    await asked(/On the network, for at least 1 credit\./);
    await workbench.notifications.answer('Yes');
    await asked(/Send coffee\.jpg to 127\.0\.0\.1:\d+ for at least 1 credit\?/);
    await workbench.screenshot('chat-upload');
    await workbench.notifications.answer('Cancel');
    assert.match(await caller.answer(), /"canceledByThePerson":1/);
    assert.equal(await balance(), 100);

    const before = await readFile(inFolder('coffee.jpg'));
    for (const question of [/Send coffee\.jpg to /, /Spend at least 1 credit on coffee\.jpg\?/]) {
      await press('Control+Alt+4');
      await asked(/On the network, for at least 1 credit\./);
      await workbench.notifications.answer('Yes');
      await asked(question);
      await workbench.notifications.answer(question.source.startsWith('Send') ? 'Upload' : 'Start');
      assert.match(await caller.answer(), /"saved":1/);
    }
    assert.equal(await balance(), 98);
    assert.ok(before.equals(await readFile(inFolder('coffee.jpg'))));
    const results = (await readdir(path.join(home, 'sample'))).filter((file) => file.startsWith('coffee-'));
    assert.equal(results.length, 2);
  });
});
