import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { routes } from '../../../src/contract/routes.ts';
import { altered, alteredServers } from '../../support/conformance/alteredServers.ts';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user with few credits left', () => {
  const services: StandaloneService[] = [];
  const held = new HeldJobs();
  let server: RunningServer;
  let workbench: Workbench;
  let jobs: ViewContainer;

  const network = async (...args: string[]): Promise<string> => {
    const service = await StandaloneService.start(args);
    services.push(service);
    return service.api.baseUrl;
  };

  before(async () => {
    const baseUrl = await network('--plan', 'free', '--credits', '1');
    const spentUrl = new URL(await network('--plan', 'free', '--credits', '0'));
    let submissions = 0;
    const servers = alteredServers(fixedServer(new URL(baseUrl), testKey), {
      // As long as the first job is held, its credit is spent, so the network refuses other submissions.
      instead: ({ method }) => {
        if (method === 'POST') submissions += 1;
        return method === 'POST' && submissions > 1 && held.isHolding ? spentUrl : undefined;
      },
      // Reports one credit too many, so that only the refusal shows the shortage.
      answer: (answered, asked) =>
        asked.path === routes.entitlements('convert')
          ? altered(answered, (json) => ({
              ...json,
              remainingCredits: submissions > 0 && held.isHolding ? 1 : Number(json['remainingCredits']) + 1,
            }))
          : held.answer(answered, asked),
    });
    server = await servers.open({}, new AbortController().signal);
    const photo = await readFile(sample('coffee.jpg'));
    workbench = await Workbench.open({
      name: 'credits',
      settings: { 'fileUtilityNetwork.baseUrl': server.baseUrl.href },
      files: { 'broken.jpg': photo.subarray(0, photo.length / 2) },
    });
    jobs = workbench.viewContainer('Convert & Compress');
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await Promise.all(services.map((service) => service.stop()));
  });

  const convertToWebp = async (...names: [string, ...string[]]): Promise<void> => {
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(names, 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.answer('Upload');
  };

  const rowSays = async (name: string, words: RegExp): Promise<void> => {
    await jobs.open();
    await eventually(
      async () => (await jobs.read()).find(({ label }) => label === name)?.description ?? '',
      (description) => words.test(description),
    );
  };

  it('is notified when credits are available again, and resumes with a click', async () => {
    await storeKey(workbench, testKey);
    await convertToWebp('broken.jpg', 'coffee.jpg');
    await rowSays('coffee.jpg', /Needs credits/);
    held.release();
    await workbench.notifications.read(/Credits are available again/);
    await workbench.screenshot('credits-again');
    await workbench.notifications.click(/Credits are available again/, 'Resume');
    await rowSays('coffee.jpg', /^[\d.]+ KB \(-\d+%\)$/);
    assert.ok((await readFile(path.join(workbench.folder, 'coffee.webp'))).length > 0);
  });

  it('sees the cost of a retry when a result wasn’t downloaded within an hour', async () => {
    const baseUrl = await network('--plan', 'free', '--retention-seconds', '0');
    await workbench.updateSettings({ 'fileUtilityNetwork.baseUrl': baseUrl });
    await storeKey(workbench, testKey);
    await convertToWebp('cat.png');
    await workbench.notifications.read(/expired after an hour\. Trying again costs at least 1 credit\./);
    await rowSays('cat.png', /Expired/);
    assert.ok((await jobs.menuLabels('cat.png')).includes('Retry'));
  });
});
