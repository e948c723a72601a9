import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../src/contract/fault.ts';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { menuSteps } from '../../../src/vscode/jobsView/statusBarContent.ts';
import { startMessage, startRows } from '../../../src/vscode/jobsView/startRows.ts';
import { balanceText } from '../../../src/vscode/text/credits.ts';
import { formatTitle } from '../../../src/vscode/text/names.ts';
import { faultText, problemText } from '../../../src/vscode/text/problems.ts';
import { english, untrusted, say, speak } from '../../../src/vscode/text/safeText.ts';
import { readTexts, type Texts, translationsOf } from '../../../tools/languages/bundles.ts';
import { eventually } from '../../support/eventually.ts';
import { languageOf } from '../../support/languageOf.ts';
import { root } from '../../support/paths.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** One language with spaces and long words, and one without either. */
const languages = ['de', 'ja'].filter((each) => existsSync(path.join(root, `package.nls.${each}.json`)));

for (const language of languages) {
  describe(`A user with the language ${language}`, () => {
    const translations = translationsOf(root, language);
    const words: Texts = { ...readTexts(path.join(root, 'package.nls.json')), ...translations.package };
    const word = (key: string): string => words[key] ?? key;
    const title = word('viewContainer.title');
    let service: StandaloneService;
    let workbench: Workbench;

    const picture = (name: string): Promise<string> => workbench.screenshot(`${language}-${name}`);

    before(async () => {
      speak(languageOf(language, translations.l10n));
      service = await StandaloneService.start(['--plan', 'pro', '--credits', '100']);
      const photo = await readFile(sample('coffee.jpg'));
      workbench = await Workbench.open({
        name: `language-${language}`,
        language,
        settings: {
          'fileUtilityNetwork.baseUrl': service.api.baseUrl,
          'fileUtilityNetwork.runOn': 'localOnly',
          'fileUtilityNetwork.livePreview': false,
        },
        files: { 'broken.jpg': photo.subarray(0, photo.length / 2) },
      });
    });

    after(async () => {
      speak(english);
      await workbench?.close();
      await service?.stop();
    });

    it('reads how to start', async () => {
      const jobs = workbench.viewContainer(title);
      await jobs.open();
      await eventually(
        () => jobs.message(),
        (text) => text.includes(startMessage({ kind: 'free' }).slice(0, 20)),
      );
      const rows = [...startRows({ kind: 'free' }).values()].map(({ label }) => label);
      assert.deepEqual(
        (await jobs.read()).map(({ label }) => label),
        rows,
      );
      await picture('start');
    });

    it('converts a photo with menus, lists, and messages in that language', async () => {
      await workbench.explorer.show();
      await workbench.explorer.choose(['coffee.jpg'], word('submenu.files'), word('command.convert'));
      const targets = await workbench.quickInput.read();
      assert.ok(
        targets.some(({ label }) => label === formatTitle('png')),
        JSON.stringify(targets),
      );
      await picture('formats');
      await workbench.quickInput.pickFormat('webp');
      await workbench.notifications.read(say('{0}.', say('Saved {0}', untrusted('coffee.webp'))));
      await picture('saved');
    });

    it('reads why a file can’t be converted', async () => {
      await workbench.explorer.show();
      await workbench.explorer.choose(['broken.jpg'], word('submenu.files'), word('command.convert'));
      await workbench.quickInput.pickFormat('png');
      const code = 'conversion.invalid_input';
      const problem = problemText({ code, detail: '', fault: fault('damaged.image') });
      await workbench.notifications.read(problem);
      await picture('failed');
    });

    it('finds the jobs and their actions in the view', async () => {
      const jobs = workbench.viewContainer(title);
      await jobs.open();
      await eventually(
        async () => (await jobs.read()).find(({ label }) => label === 'broken.jpg')?.description ?? '',
        (description) => description.includes(faultText(fault('damaged.image'))),
      );
      const actions = await jobs.menuLabels('broken.jpg');
      for (const key of ['command.retryJob', 'command.removeJob', 'command.openSource', 'command.showLog']) {
        assert.ok(actions.includes(word(key)), JSON.stringify(actions));
      }
      await picture('jobs');
    });

    it('sets options by their names', async () => {
      await workbench.explorer.show();
      await workbench.explorer.choose(
        ['coffee.jpg'],
        word('submenu.files'),
        word('command.compressWithOptions'),
      );
      const rows = await workbench.quickInput.read();
      assert.ok(
        rows.some(({ label }) => label === say('Quality')),
        JSON.stringify(rows),
      );
      await picture('options');
      await workbench.quickInput.cancel();
    });

    it('stores a key, and reads the remaining credits in the status bar', async () => {
      await workbench.runCommand(`${word('category')}: ${word('command.setApiKey')}`);
      await workbench.quickInput.submitPassword(testKey);
      const item = workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);
      await eventually(
        () => item.innerText(),
        (text) => text.includes(balanceText({ kind: 'exact', credits: 100 })),
      );
      await picture('status-bar');
    });

    it('finds the settings', async () => {
      await workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`).click();
      const settings = menuSteps(true, true).find(({ icon }) => icon === 'gear')?.label ?? '';
      await workbench.quickInput.choose(settings);
      const editor = workbench.page.locator('.settings-editor');
      await eventually(
        () => editor.innerText(),
        (text) =>
          [word('configuration.output'), word('configuration.network')].every((each) => text.includes(each)),
      );
      await picture('settings');
    });
  });
}
