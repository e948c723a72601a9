import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../src/contract/fault.ts';
import { menuSteps } from '../../../src/vscode/jobsView/statusBarContent.ts';
import { startMessage, startRows } from '../../../src/vscode/jobsView/startRows.ts';
import { balanceText } from '../../../src/vscode/text/credits.ts';
import { formatTitle } from '../../../src/vscode/text/names.ts';
import { faultText, problemText } from '../../../src/vscode/text/problems.ts';
import { english, untrusted, say, speak } from '../../../src/vscode/text/safeText.ts';
import { readTexts, type Texts, translationsOf } from '../../../tools/languages/bundles.ts';
import { languageOf } from '../../support/languageOf.ts';
import { root } from '../../support/paths.ts';
import { sample } from '../../support/service/fixtures.ts';
import { testKey } from '../../support/service/standalone.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

/** One language with spaces and long words, and one without either. */
const languages = ['de', 'ja'].filter((each) => existsSync(path.join(root, `package.nls.${each}.json`)));

for (const language of languages) {
  describe(`A user with the language ${language}`, () => {
    const translations = translationsOf(root, language);
    const words: Texts = { ...readTexts(path.join(root, 'package.nls.json')), ...translations.package };
    const word = (key: string): string => words[key] ?? key;
    const title = word('viewContainer.title');
    let network: NetworkWindow;
    let workbench: Workbench;

    const picture = (name: string): Promise<string> => workbench.screenshot(`${language}-${name}`);

    before(async () => {
      speak(languageOf(language, translations.l10n));
      const photo = await readFile(sample('coffee.jpg'));
      network = await NetworkWindow.open({
        name: `language-${language}`,
        service: ['--plan', 'pro', '--credits', '100'],
        language,
        settings: { 'fileUtilityNetwork.runOn': 'localOnly', 'fileUtilityNetwork.livePreview': false },
        files: { 'broken.jpg': photo.subarray(0, photo.length / 2) },
      });
      ({ workbench } = network);
    });

    after(async () => {
      speak(english);
      await network?.close();
    });

    it('reads how to start', async () => {
      const jobs = workbench.viewContainer(title);
      await jobs.open();
      await jobs.shows(...[...startRows({ kind: 'free' }).values()].map(({ label }) => label));
      await jobs.says(startMessage({ kind: 'free' }).slice(0, 20));
      await picture('start');
    });

    it('converts a photo with menus, lists, and messages in that language', async () => {
      await workbench.explorer.show();
      await workbench.explorer.choose(['coffee.jpg'], word('submenu.files'), word('command.convert'));
      await rowCalled(workbench.quickInput.rows, formatTitle('png')).waitFor();
      await picture('formats');
      await workbench.quickInput.pickFormat('webp');
      await workbench.notifications.read(say('Saved {0}', untrusted('coffee.webp')));
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
      await jobs
        .row('broken.jpg')
        .filter({ hasText: faultText(fault('damaged.image')) })
        .waitFor();
      const actions = await jobs.menuLabels('broken.jpg');
      for (const key of ['command.retryJob', 'command.removeJob', 'command.openSource', 'command.showLog']) {
        assert.ok(actions.includes(word(key)), JSON.stringify(actions));
      }
      await picture('jobs');
    });

    it('stores a key, and reads the remaining credits in the status bar', async () => {
      await workbench.runCommand(`${word('category')}: ${word('command.setApiKey')}`);
      await workbench.quickInput.submitPassword(testKey);
      await workbench.status(balanceText({ kind: 'exact', credits: 100 }));
      await picture('status-bar');
    });

    it('finds the settings', async () => {
      await workbench.statusBarItem.click();
      const settings = menuSteps(true, true).find(({ icon }) => icon === 'gear')?.label ?? '';
      await workbench.quickInput.choose(settings);
      const editor = workbench.page.locator('.settings-editor');
      await editor.filter({ hasText: word('configuration.output') }).waitFor();
      await editor.filter({ hasText: word('configuration.network') }).waitFor();
      await picture('settings');
    });
  });
}
