import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { routes } from '../../../src/contract/routes.ts';
import { altered } from '../../support/conformance/alteredServers.ts';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

describe('A user with fewer credits than files', () => {
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png'] as const;
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    const cat = await readFile(sample('cat.png'));
    network = await NetworkWindow.open({
      name: 'few-credits',
      service: ['--plan', 'free', '--credits', '4'],
      files: Object.fromEntries(names.map((name) => [name, cat])),
      hasKey: true,
    });
    ({ workbench } = network);
  });

  after(() => network?.close());

  it('is told before anything is spent, converts as many as there are credits for, and the others here', async () => {
    const { notifications } = workbench;
    await workbench.convert(names, 'gif');
    const question = await notifications.asks(/5 files, at least 5 credits, you have 4/);
    assert.match(question, /4 credits left\. Credits renew on .+ \d{4}, /);
    assert.equal(await network.balance(), 4);
    await notifications.answer('Upload Only 4');
    const message = /^4 converted .* for 4 credits, .*1 waiting\. You don’t have enough credits\./;
    await notifications.read(message);
    assert.equal(await network.balance(), 0);
    await notifications.click(message, 'Run Rest Locally');
    await notifications.read('Saved 5.gif');
  });
});

describe('A user whose credits are spent elsewhere', () => {
  const held = new HeldJobs();
  let spent: StandaloneService;
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    spent = await StandaloneService.start(['--plan', 'free', '--credits', '0']);
    const photo = await readFile(sample('coffee.jpg'));
    let submissions = 0;
    network = await NetworkWindow.open({
      name: 'credits',
      service: ['--plan', 'free', '--credits', '1'],
      alteration: {
        // As long as the first job is held, its credit is spent, so the network refuses other submissions.
        instead: ({ method }) => {
          if (method === 'POST') submissions += 1;
          const isRefused = method === 'POST' && submissions > 1 && held.isHolding;
          return isRefused ? new URL(spent.api.baseUrl) : undefined;
        },
        // Reports one credit too many, so that only the refusal shows the shortage.
        answer: (answered, asked) =>
          asked.path === routes.entitlements('convert')
            ? altered(answered, (json) => ({
                ...json,
                remainingCredits:
                  submissions > 0 && held.isHolding ? 1 : Number(json['remainingCredits']) + 1,
              }))
            : held.answer(answered, asked),
      },
      files: { 'broken.jpg': photo.subarray(0, photo.length / 2) },
      hasKey: true,
    });
    ({ workbench } = network);
  });

  after(async () => {
    await network?.close();
    await spent?.stop();
  });

  it('is notified when credits are available again, and resumes with a click', async () => {
    const { jobs, notifications } = workbench;
    await workbench.convert(['broken.jpg', 'coffee.jpg'], 'webp');
    await notifications.answer('Upload');
    await jobs.describes('coffee.jpg', /Needs credits/);
    held.release();
    await notifications.click(/Credits are available again/, 'Resume');
    await jobs.describes('coffee.jpg', /^[\d.]+ KB \(-\d+%\)$/);
    assert.ok((await readFile(workbench.file('coffee.webp'))).length > 0);
  });
});
