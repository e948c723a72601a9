import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { alteredServers } from '../../support/conformance/alteredServers.ts';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** More than a free plan allows in flight, so that some still wait. */
const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png'] as const;

const onThisComputer = 'Run Rest Locally';

/** The condition that a hanging server waits for before it answers. */
class Hanging {
  #end = Promise.withResolvers<void>();
  #hangs: 'all' | 'submissions' | 'nothing' = 'nothing';

  start(what: 'all' | 'submissions'): void {
    this.#end = Promise.withResolvers<void>();
    this.#hangs = what;
  }

  stop(): void {
    this.#hangs = 'nothing';
    this.#end.resolve();
  }

  async answered(method: string): Promise<void> {
    if (this.#hangs === 'all' || (this.#hangs === 'submissions' && method === 'POST'))
      await this.#end.promise;
  }
}

describe('A user whose network stops answering', () => {
  const hanging = new Hanging();
  const held = new HeldJobs();
  let service: StandaloneService;
  let server: RunningServer;
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    const upstream = fixedServer(new URL(service.api.baseUrl), testKey);
    const servers = alteredServers(upstream, {
      answer: async (answered, asked) => {
        await hanging.answered(asked.method);
        return held.answer(answered, asked);
      },
    });
    server = await servers.open({}, new AbortController().signal);
    const cat = await readFile(sample('cat.png'));
    workbench = await Workbench.open({
      name: 'reconnecting',
      settings: { 'fileUtilityNetwork.baseUrl': server.baseUrl.href },
      files: Object.fromEntries(names.map((name) => [name, cat])),
    });
    jobs = workbench.viewContainer('Convert & Compress');
    await storeKey(workbench, testKey);
  });

  after(async () => {
    hanging.stop();
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  const convert = async (format: string, files: readonly string[]): Promise<void> => {
    const [first = '', ...others] = files;
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose([first, ...others], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat(format);
  };
  const rowSays = async (name: string, words: RegExp): Promise<void> => {
    await jobs.open();
    await eventually(
      async () => (await jobs.read()).find(({ label }) => label === name)?.description ?? '',
      (description) => words.test(description),
    );
  };
  const balance = async (): Promise<number> =>
    Number((await service.api.call('/convert/entitlements/me')).json?.['remainingCredits']);

  it('reads about it in the row and the progress until the network answers again', async () => {
    await convert('webp', ['coffee.jpg']);
    await workbench.notifications.answer('Upload');
    await rowSays('coffee.jpg', /Queued|Processing/);
    hanging.start('all');
    await rowSays('coffee.jpg', /Reconnecting…/);
    await workbench.shown.progress(/0 of 1 · Reconnecting…/);
    await workbench.screenshot('reconnecting');
    held.release();
    hanging.stop();
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)? · 1 credit\.$/);
  });

  it('moves jobs that the network hasn’t accepted to this computer, and pays nothing twice', async () => {
    const before = await balance();
    hanging.start('submissions');
    await convert('avif', names);
    const message = /The network isn’t responding\. Reconnecting…/;
    await workbench.notifications.read(message);
    await workbench.screenshot('does-not-answer');
    await workbench.notifications.click(message, onThisComputer);
    await eventually(
      async () => (await readdir(workbench.folder)).filter((name) => /^\d\.avif$/.test(name)).length,
      (done) => done === 2,
    );
    hanging.stop();
    await workbench.notifications.read(/^Converted 8 files(?:, \d+% smaller in total)? · 6 credits\.$/);
    assert.equal(await balance(), before - 6);
  });
});

describe('A user whose network is gone', () => {
  const held = new HeldJobs();
  let isUnknown = false;
  let service: StandaloneService;
  let server: RunningServer;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    const servers = alteredServers(fixedServer(new URL(service.api.baseUrl), testKey), {
      // The address stays the same when another service replaces this one.
      instead: () => new URL(service.api.baseUrl),
      answer: (answered, asked) => {
        if (answered.status === 404) isUnknown = true;
        return held.answer(answered, asked);
      },
    });
    server = await servers.open({}, new AbortController().signal);
    workbench = await Workbench.open({
      name: 'gone',
      settings: { 'fileUtilityNetwork.baseUrl': server.baseUrl.href },
    });
    await storeKey(workbench, testKey);
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  it('learns after a restart which jobs it has forgotten', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.answer('Upload');
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      async () => (await jobs.read())[0]?.description ?? '',
      (description) => /Queued|Processing/.test(description),
    );
    await service.stop();
    service = await StandaloneService.start(['--plan', 'free']);
    await workbench.reload();
    await eventually(() => isUnknown, Boolean);
    // A network of several machines may not know immediately what one of them has accepted, so it is asked for two
    // minutes.
    workbench.passMinutes();
    await workbench.notifications.read(/^coffee\.jpg: The service no longer has this job/);
    await workbench.screenshot('forgotten');
  });

  it('moves unsent files to this computer', async () => {
    await server.close();
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['coffee.jpg', 'cat.png'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('avif');
    const message = /2 waiting\. The service can’t be reached\./;
    await workbench.notifications.read(message);
    await workbench.screenshot('gone');
    await workbench.notifications.click(message, 'Use This Computer');
    await workbench.notifications.read(/^Converted 2 files(?:, \d+% smaller in total)?\.$/);
  });

  it('cancels all jobs that wait for it', async () => {
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['coffee.jpg', 'cat.png'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('tiff');
    await workbench.notifications.read(/2 waiting\. The service can’t be reached\./);
    await workbench.runCommand('File Utility Network: Cancel All Jobs');
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      async () => (await jobs.read()).map(({ description }) => description),
      (descriptions) => descriptions.some((text) => text.includes('2 canceled')),
    );
  });
});
