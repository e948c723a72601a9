import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { inspect } from '../support/service/raster.ts';
import { Workbench } from '../support/workbench/workbench.ts';

const long = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));
const menu = 'Convert & Compress';

/** A person at one window after the other, each with settings of its own. */
let workbench: Workbench;

const inFolder = (name: string): string => path.join(workbench.folder, name);
const convert = async (...names: [string, ...string[]]): Promise<void> => {
  await workbench.page.keyboard.press('Control+Shift+E');
  await workbench.explorer.choose(names, menu, 'Convert To…');
  await workbench.quickInput.rows.first().waitFor();
};
const placeHolder = async (): Promise<string> =>
  (await workbench.quickInput.input.getAttribute('placeholder')) ?? '';
const open = async (name: string, settings: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  workbench = await Workbench.open({
    name,
    settings: Object.fromEntries(
      Object.entries(settings).map(([id, value]) => [
        id.includes('.trust.') ? id : `fileUtilityNetwork.${id}`,
        value,
      ]),
    ),
  });
};

const setOfWorkspace = async (folder: string): Promise<void> => {
  await mkdir(inFolder('.vscode'), { recursive: true });
  await writeFile(
    inFolder('.vscode/settings.json'),
    JSON.stringify({ 'fileUtilityNetwork.output.folder': folder }),
  );
};
const untilPlaceHolder = async (isRight: (text: string) => boolean): Promise<void> => {
  await eventually(async () => {
    await convert('cat.png');
    const text = await placeHolder();
    await workbench.quickInput.cancel();
    return text;
  }, isRight);
};
const beginToAsk = async (): Promise<void> => {
  await convert('cat.png', 'coffee.jpg', 'balloons.png');
  await workbench.quickInput.pickFormat('webp');
  await eventually(
    () => workbench.quickInput.title(),
    (title) => /^“(?:cat|coffee)\.webp” exists already$/.test(title),
  );
};

describe('A person who says where results go', () => {
  before(() =>
    open('output-settings', {
      'output.folder': '${workspaceFolder}/out/${dir}',
      'output.name': '${name}-${width}',
    }),
  );
  after(() => workbench.close());

  it('sees it in the pick, and finds them there, dated like their sources; undo leaves nothing', async () => {
    const { width } = await inspect(await readFile(inFolder('trip/espresso.png')), 'png');
    await utimes(inFolder('trip/espresso.png'), long, long);
    await convert('trip');
    assert.equal(await placeHolder(), 'Choose a format → out/trip/espresso-….…');
    await workbench.screenshot('output-pick');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Converted 3 files.');
    const output = inFolder(`out/trip/espresso-${width}.webp`);
    assert.equal((await stat(output)).mtimeMs, long.getTime());
    assert.equal((await readdir(inFolder('out/trip'))).length, 3);
    await workbench.screenshot('output-folder');
    await workbench.notifications.click('Converted 3 files.', 'Undo');
    await workbench.notifications.read('3 results removed.');
    assert.ok(!existsSync(inFolder('out')));
  });

  it('is told of a placeholder that is not known, and nothing is made', async () => {
    await workbench.updateSettings({ 'fileUtilityNetwork.output.name': '${name}-${size}' });
    await convert('cat.png');
    assert.match(await placeHolder(), /“\$\{size\}” is not known in the folder or the name for results\./);
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/cat\.png: “\$\{size\}” is not known/);
    await workbench.screenshot('output-unknown');
    assert.ok(!existsSync(inFolder('out')) && !existsSync(inFolder('cat.webp')));
  });

  it('may name a folder of this computer', async () => {
    const folder = path.join(path.dirname(workbench.folder), 'elsewhere');
    await workbench.updateSettings({
      'fileUtilityNetwork.output.name': '',
      'fileUtilityNetwork.output.folder': folder,
      'fileUtilityNetwork.output.keepDates': false,
    });
    await utimes(inFolder('cat.png'), long, long);
    await convert('cat.png');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Saved cat.webp.');
    assert.notEqual((await stat(path.join(folder, 'cat.webp'))).mtimeMs, long.getTime());
  });
});

describe('A workspace that says where results go', () => {
  before(async () => {
    await open('output-workspace', {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    });
  });
  after(() => workbench.close());

  it('is not heard while it is not trusted', async () => {
    await setOfWorkspace('out');
    await convert('cat.png');
    assert.equal(await placeHolder(), 'Choose a format');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Saved cat.webp.');
    assert.ok(existsSync(inFolder('cat.webp')) && !existsSync(inFolder('out')));
  });

  it('is heard once it is trusted', async () => {
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.closeModalEditor();
    await untilPlaceHolder((text) => text.endsWith('→ out/cat.…'));
    await convert('cat.png');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read('Saved cat.avif.');
    assert.ok(existsSync(inFolder('out/cat.avif')));
  });

  it('is told of and not followed where it leads out', async () => {
    await setOfWorkspace(path.join(path.dirname(workbench.folder), 'stolen'));
    await untilPlaceHolder((text) => text === 'Choose a format');
    await convert('cat.png');
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read(
      /the workspace’s folder for results, leads out of the workspace and is not used/,
    );
    await workbench.notifications.read('Saved cat.gif.');
    assert.ok(existsSync(inFolder('cat.gif')));
    assert.ok(!existsSync(path.join(path.dirname(workbench.folder), 'stolen')));
  });

  it('leads nowhere through a link either', async () => {
    const outside = path.join(path.dirname(workbench.folder), 'outside');
    await mkdir(outside);
    await symlink(outside, inFolder('linked'));
    await setOfWorkspace('linked');
    await untilPlaceHolder((text) => text.endsWith('→ linked/cat.…'));
    await convert('cat.png');
    await workbench.quickInput.pickFormat('bmp');
    await workbench.notifications.read(/cat\.png: “linked”, the workspace’s folder for results, leads out/);
    assert.deepEqual(await readdir(outside), []);
  });
});

describe('A person who is asked about names that are taken', () => {
  before(() => open('output-ask', { 'output.onCollision': 'ask' }));
  after(() => workbench.close());

  beforeEach(async () => {
    for (const name of await readdir(workbench.folder)) {
      if (/^(?:cat|coffee)\b.*\.webp$/.test(name)) await rm(inFolder(name));
    }
    for (const name of ['cat', 'coffee']) await writeFile(inFolder(`${name}.webp`), 'mine');
  });

  it('answers once for the whole batch', async () => {
    await beginToAsk();
    assert.deepEqual(
      (await workbench.quickInput.read()).map(({ label }) => label),
      ['Rename All', 'Overwrite All', 'Skip All', 'Choose Names…'],
    );
    await workbench.screenshot('collision-question');
    await workbench.quickInput.choose('Rename All');
    await workbench.notifications.read('Converted 3 files.');
    for (const name of ['cat', 'coffee']) {
      assert.equal(await readFile(inFolder(`${name}.webp`), 'utf8'), 'mine');
      assert.ok(existsSync(inFolder(`${name} (1).webp`)));
    }
    await workbench.notifications.dismiss('Converted 3 files.');
  });

  it('has all replaced, and takes it back', async () => {
    await beginToAsk();
    await workbench.quickInput.choose('Overwrite All');
    await workbench.notifications.read('Converted 3 files.');
    assert.notEqual(await readFile(inFolder('cat.webp'), 'utf8'), 'mine');
    await workbench.notifications.click('Converted 3 files.', 'Undo');
    await workbench.notifications.read(/2 originals restored/);
    assert.equal(await readFile(inFolder('cat.webp'), 'utf8'), 'mine');
  });

  it('chooses names by keyboard, one after the other', async () => {
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
    await workbench.notifications.read('Converted 3 files.');
    assert.ok(existsSync(inFolder('one.webp')) && existsSync(inFolder('two.webp')));
    await workbench.notifications.dismiss('Converted 3 files.');
  });

  it('gives no answer, and finds the files waiting in the list', async () => {
    await beginToAsk();
    await workbench.quickInput.cancel();
    await workbench.notifications.read(/1 converted.*, 2 waiting/);
    const jobs = workbench.viewContainer(menu);
    await jobs.open();
    const waiting = (await jobs.read()).filter(({ description }) => description.includes('Needs a name'));
    assert.equal(waiting.length, 2);
    await workbench.screenshot('collision-left');
  });
});

describe('A person who converts a folder again', () => {
  before(() => open('earlier-results'));
  after(() => workbench.close());

  it('takes only what is no result of before, unless a button says otherwise', async () => {
    await convert('trip');
    assert.equal(await workbench.quickInput.title(), 'Convert 3 files to');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Converted 3 files.');
    await workbench.notifications.dismiss('Converted 3 files.');
    await convert('trip');
    assert.equal(await workbench.quickInput.title(), 'Convert 3 files to');
    await workbench.quickInput.click('Also take 3 results of earlier runs');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 6 files to',
    );
    await workbench.screenshot('earlier-results');
    await workbench.quickInput.click('Leave out 3 results of earlier runs');
    await workbench.quickInput.click('Also take 3 results of earlier runs');
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read('Converted 6 files.');
    await workbench.notifications.click('Converted 6 files.', 'Undo');
    await workbench.notifications.read('6 results removed.');
  });

  it('is told how many are of the format already, so that the counts agree', async () => {
    await convert('trip');
    await workbench.quickInput.click('Also take 3 results of earlier runs');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^3 converted.*, 3 of that format already\.$/);
  });

  it('finds that nothing is compressed twice', async () => {
    await mkdir(inFolder('pictures'));
    await cp(inFolder('coffee.jpg'), inFolder('pictures/coffee.jpg'));
    await workbench.explorer.row('pictures').waitFor();
    await workbench.explorer.choose(['pictures'], menu, 'Compress');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    await workbench.notifications.dismiss(/Saved coffee-compressed\.jpg/);
    await rm(inFolder('pictures/coffee.jpg'));
    await workbench.explorer.choose(['pictures'], menu, 'Compress');
    await workbench.notifications.read('coffee-compressed.jpg: The file was compressed before.');
  });

  it('can convert a file whose name has no extension, alone and in a folder', async () => {
    await mkdir(inFolder('bare'));
    await cp(inFolder('cat.png'), inFolder('bare/picture'));
    await writeFile(inFolder('bare/LICENSE'), 'Words.');
    await workbench.explorer.row('bare').waitFor();
    await convert('bare');
    assert.equal(await workbench.quickInput.title(), 'Convert picture to');
    await workbench.quickInput.cancel();
    await workbench.explorer.toggle('bare');
    await convert('picture');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read('Saved picture.webp.');
    assert.equal((await inspect(await readFile(inFolder('bare/picture.webp')), 'webp')).format, 'WEBP');
  });

  it('never sees the progress beside the result', async () => {
    await workbench.page.evaluate(`
      globalThis.besides = [];
      new MutationObserver(() => {
        const items = [...document.querySelectorAll('.notifications-toasts .notification-list-item')];
        const texts = items.map((item) => item.querySelector('.notification-list-item-message').textContent);
        const progress = texts.filter((text) => text.startsWith('Converting to'));
        if (progress.length > 0) globalThis.wasShown = true;
        if (progress.length > 0 && texts.some((text) => text.startsWith('Converted'))) globalThis.besides.push(texts);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    `);
    await mkdir(inFolder('many'));
    for (let number = 0; number < 12; number += 1) {
      await cp(inFolder('coffee.jpg'), inFolder(`many/coffee-${number}.jpg`));
    }
    await workbench.explorer.row('many').waitFor();
    await convert('many');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read('Converted 12 files.');
    assert.deepEqual(await workbench.page.evaluate('[globalThis.wasShown, globalThis.besides]'), [true, []]);
  });
});
