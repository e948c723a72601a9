import assert from 'node:assert/strict';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { isOnScreen, namesIn, unnamedIn } from '../../support/workbench/accessibility.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** Display settings for people with low vision. */
const looks = [
  {
    name: 'in dark high contrast, 800 pixels wide',
    id: 'high-contrast-dark',
    theme: 'Default High Contrast',
    themeClass: 'hc-black',
    dotsPerPixel: 1,
    size: { width: 800, height: 600 },
  },
  {
    name: 'in light high contrast, at 200 %',
    id: 'high-contrast-light',
    theme: 'Default High Contrast Light',
    themeClass: 'hc-light',
    dotsPerPixel: 2,
    size: { width: 640, height: 400 },
  },
] as const;

for (const { name, id, theme, themeClass, dotsPerPixel, size } of looks) {
  describe(`A user who reads the screen ${name}`, () => {
    let service: StandaloneService;
    let workbench: Workbench;
    let jobs: ViewContainer;

    before(async () => {
      service = await StandaloneService.start(['--plan', 'free']);
      workbench = await Workbench.open({
        name: id,
        dotsPerPixel,
        settings: {
          'workbench.colorTheme': theme,
          'workbench.reduceMotion': 'on',
          'fileUtilityNetwork.baseUrl': service.api.baseUrl,
          'fileUtilityNetwork.runOn': 'localFirst',
          'fileUtilityNetwork.livePreview': false,
        },
        files: { 'trip/broken.png': Buffer.from('no picture') },
      });
      await workbench.page.setViewportSize(size);
      jobs = workbench.viewContainer('Convert & Compress');
    });

    after(async () => {
      await workbench?.close();
      await service?.stop();
    });

    const sideBar = () => workbench.page.locator('.sidebar');
    const looksSo = async (picture: string): Promise<void> => {
      await workbench.screenshot(`${id}-${picture}`);
    };

    it('sees the intended theme and zoom', async () => {
      await workbench.page.locator(`.monaco-workbench.${themeClass}.monaco-reduce-motion`).waitFor();
    });

    it('hears how to start from the empty view', async () => {
      await workbench.runCommand('Convert & Compress: Focus on Jobs View');
      await eventually(
        () => namesIn(sideBar(), 'treeitem'),
        (names) =>
          names.join('; ') ===
          'Convert Files…, or drop them here; Compress Files…, or drop them here; Set API Key…',
      );
      await eventually(
        () => jobs.message(),
        (message) => message.startsWith('There is no API key for'),
      );
      assert.deepEqual(await unnamedIn(sideBar()), []);
      await looksSo('start');
    });

    it('hears the losses of each format', async () => {
      const { quickInput, explorer } = workbench;
      await explorer.show();
      await explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
      await quickInput.rows.first().waitFor();
      const formats = await namesIn(quickInput.widget, 'option');
      assert.ok(formats.length > 3);
      await quickInput.rows.filter({ hasText: 'Loses ' }).first().waitFor();
      const probed = await namesIn(quickInput.widget, 'option');
      assert.ok(probed.some((format) => /Loses /.test(format)));
      assert.deepEqual(await unnamedIn(quickInput.widget), []);
      assert.ok(await isOnScreen(quickInput.widget));
      await looksSo('formats');
    });

    it('hears the outcome, and sees the whole message with its buttons', async () => {
      const { quickInput, notifications, page } = workbench;
      await quickInput.pickFormat('webp');
      await notifications.read(/3 converted \(-\d+%\), 1 failed: broken\.png/);
      // Messages leave the screen after some seconds, but stay in the list of all messages.
      await notifications.open(/3 converted/);
      const list = page.locator('.notifications-center');
      await page.getByRole('dialog', { name: /^Warning: 3 converted .* broken\.png/ }).waitFor();
      assert.deepEqual(await unnamedIn(list), []);
      for (const button of ['Show Failed', 'Undo']) {
        assert.ok((await namesIn(list, 'button')).includes(button), button);
      }
      assert.ok(await isOnScreen(list.locator('.monaco-button')));
      await looksSo('message');
      await notifications.dismiss(/3 converted/);
    });

    it('hears each job’s state, which its icon’s shape shows, too', async () => {
      await workbench.runCommand('Convert & Compress: Focus on Jobs View');
      await jobs.row('broken.png').waitFor();
      const names = await namesIn(sideBar(), 'treeitem');
      assert.match(names[0] ?? '', /^trip, to WebP, 3 of 4 done, 1 failed, .*, \d+% smaller$/);
      assert.match(names[1] ?? '', /^broken\.png, Failed, The (?:image|file) /);
      assert.match(names[2] ?? '', /^espresso\.png, Done, from 116 KB to [\d.]+ KB, \d+% smaller$/);
      assert.deepEqual(await unnamedIn(sideBar()), []);
      for (const [row, icon] of [
        ['broken.png', 'error'],
        ['espresso.png', 'pass'],
      ] as const) {
        await jobs.row(row).locator(`.codicon-${icon}`).waitFor();
      }
      await looksSo('jobs');
    });

    it('hears each option’s value, and which value is current', async () => {
      const { quickInput, explorer } = workbench;
      await explorer.show();
      await explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert With Options…');
      await quickInput.pickFormat('webp');
      await workbench.page
        .getByRole('option', { name: /^Width \(pixels\), Unchanged \(default\)/ })
        .waitFor();
      assert.ok((await namesIn(quickInput.widget, 'option')).includes('Save as Preset…'));
      assert.deepEqual(await unnamedIn(quickInput.widget), []);
      assert.ok(await isOnScreen(quickInput.widget));
      await looksSo('options');
      await quickInput.pick('Metadata');
      await workbench.page.getByRole('option', { name: 'Keep, Default · Current', exact: true }).waitFor();
      await looksSo('values');
      await quickInput.goBack();
      await workbench.page.getByRole('option', { name: /^Width/ }).waitFor();
      await quickInput.cancel();
    });

    it('hears the credits and active jobs from the status bar', async () => {
      await storeKey(workbench, testKey);
      const item = workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);
      const is = async (label: string): Promise<void> => {
        await item.getByRole('button', { name: label, exact: true }).waitFor();
      };
      await is('Convert & Compress, 0 active jobs, Free · 50 credits left');
      assert.ok(await isOnScreen(item));
      await looksSo('status');
    });
  });
}
