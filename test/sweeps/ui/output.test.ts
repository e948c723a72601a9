import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { inspect } from '../../support/service/raster.ts';
import { openTargets } from '../../support/workbench/openTargets.ts';
import { untrusted } from '../../support/workbench/untrusted.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const long = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));

/** A user who opens windows in turn, each with different settings. */
let workbench: Workbench;

const inFolder = (name: string): string => path.join(workbench.folder, name);
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
    await openTargets(workbench, 'cat.png');
    const text = await placeHolder();
    await workbench.quickInput.cancel();
    return text;
  }, isRight);
};

describe('A user who sets the output folder', () => {
  before(() =>
    open('output-settings', {
      'output.folder': '${workspaceFolder}/out/${dir}',
      'output.name': '${name}-${width}',
    }),
  );
  after(() => workbench.close());

  it('sees it in the list, and finds results there with their sources’ dates, until undo', async () => {
    const { width } = await inspect(await readFile(inFolder('trip/espresso.png')), 'png');
    await utimes(inFolder('trip/espresso.png'), long, long);
    await openTargets(workbench, 'trip');
    assert.equal(await placeHolder(), 'Choose a format → out/trip/espresso-….…');
    await workbench.screenshot('output-pick');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Converted 3 files(?:, \d+% smaller in total)?\.$/);
    const output = inFolder(`out/trip/espresso-${width}.webp`);
    assert.equal((await stat(output)).mtimeMs, long.getTime());
    assert.equal((await readdir(inFolder('out/trip'))).length, 3);
    await workbench.screenshot('output-folder');
    await workbench.notifications.click(/^Converted 3 files(?:, \d+% smaller in total)?\.$/, 'Undo');
    await workbench.notifications.answer('Undo');
    await workbench.notifications.read('3 results removed.');
    assert.ok(!existsSync(inFolder('out')));
  });

  it('reads about an unknown placeholder, and nothing is made', async () => {
    await workbench.updateSettings({ 'fileUtilityNetwork.output.name': '${name}-${size}' });
    await openTargets(workbench, 'cat.png');
    assert.match(await placeHolder(), /“\$\{size\}” isn’t supported in the folder or name of results\./);
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/cat\.png: “\$\{size\}” isn’t supported/);
    await workbench.screenshot('output-unknown');
    assert.ok(!existsSync(inFolder('out')) && !existsSync(inFolder('cat.webp')));
  });

  it('can name a folder outside the workspace', async () => {
    const folder = path.join(path.dirname(workbench.folder), 'elsewhere');
    await workbench.updateSettings({
      'fileUtilityNetwork.output.name': '',
      'fileUtilityNetwork.output.folder': folder,
      'fileUtilityNetwork.output.keepDates': false,
    });
    await utimes(inFolder('cat.png'), long, long);
    await openTargets(workbench, 'cat.png');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved cat\.webp(?:, \d+% smaller)?\.$/);
    assert.notEqual((await stat(path.join(folder, 'cat.webp'))).mtimeMs, long.getTime());
  });
});

describe('A workspace that sets the output folder', () => {
  before(async () => {
    await open('output-workspace', {
      ...untrusted,
    });
  });
  after(() => workbench.close());

  it('is ignored while it isn’t trusted', async () => {
    await setOfWorkspace('out');
    await openTargets(workbench, 'cat.png');
    assert.equal(await placeHolder(), 'Choose a format');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved cat\.webp(?:, \d+% smaller)?\.$/);
    assert.ok(existsSync(inFolder('cat.webp')) && !existsSync(inFolder('out')));
  });

  it('is followed once it is trusted', async () => {
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.closeModalEditor();
    await untilPlaceHolder((text) => text.endsWith('→ out/cat.…'));
    await openTargets(workbench, 'cat.png');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.read(/^Saved cat\.avif(?:, \d+% smaller)?\.$/);
    assert.ok(existsSync(inFolder('out/cat.avif')));
  });

  it('is reported and ignored if the folder is outside', async () => {
    await setOfWorkspace(path.join(path.dirname(workbench.folder), 'stolen'));
    await untilPlaceHolder((text) => text === 'Choose a format');
    await openTargets(workbench, 'cat.png');
    await workbench.quickInput.pickFormat('gif');
    await workbench.notifications.read(
      /the workspace’s folder for results, is outside of the workspace, so it’s ignored/,
    );
    await workbench.notifications.read(
      /^Saved cat\.gif, \d+% smaller\. Lost: colors beyond 256 and metadata\.$/,
    );
    assert.ok(existsSync(inFolder('cat.gif')));
    assert.ok(!existsSync(path.join(path.dirname(workbench.folder), 'stolen')));
  });

  it('can’t lead outside through a link, either', async () => {
    const outside = path.join(path.dirname(workbench.folder), 'outside');
    await mkdir(outside);
    await symlink(outside, inFolder('linked'));
    await setOfWorkspace('linked');
    await untilPlaceHolder((text) => text.endsWith('→ linked/cat.…'));
    await openTargets(workbench, 'cat.png');
    await workbench.quickInput.pickFormat('bmp');
    await workbench.notifications.read(/cat\.png: “linked”, the workspace’s folder for results, is outside/);
    assert.deepEqual(await readdir(outside), []);
  });
});
