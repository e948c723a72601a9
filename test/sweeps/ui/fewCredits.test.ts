import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { routes } from '../../../src/contract/routes.ts';
import { altered, alteredServers } from '../../support/conformance/alteredServers.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const names = ['1.png', '2.png', '3.png', '4.png', '5.png'] as const;

const balanceOf = async (service: StandaloneService): Promise<unknown> =>
  (await service.api.call('/convert/entitlements/me')).json?.['remainingCredits'];

describe('A user with fewer credits than files', () => {
  const services: StandaloneService[] = [];
  const closing: (() => Promise<void>)[] = [];
  let workbench: Workbench;

  const network = async (...args: string[]): Promise<StandaloneService> => {
    const service = await StandaloneService.start(['--plan', 'free', ...args]);
    services.push(service);
    return service;
  };

  before(async () => {
    const cat = await readFile(sample('cat.png'));
    workbench = await Workbench.open({
      name: 'few-credits',
      settings: { 'fileUtilityNetwork.authUrl': 'https://account.example/keys' },
      files: Object.fromEntries(names.map((name) => [name, cat])),
    });
  });

  after(async () => {
    await workbench?.close();
    for (const close of closing) await close();
    await Promise.all(services.map((service) => service.stop()));
  });

  const use = async (baseUrl: string, settings: object = {}): Promise<void> => {
    await workbench.updateSettings({ 'fileUtilityNetwork.baseUrl': baseUrl, ...settings });
    await storeKey(workbench, testKey);
  };
  const convert = async (format: string, files: readonly string[]): Promise<void> => {
    const [first = '', ...others] = files;
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose([first, ...others], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat(format);
  };
  /** Waits for a result, because the Explorer's rows move when it appears. */
  const hasInExplorer = (name: string): Promise<void> => workbench.explorer.row(name).waitFor();
  const question = async (words: RegExp): Promise<string> =>
    eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => words.test(text),
    );

  it('is told before anything is spent, and uses this computer for the rest', async () => {
    const service = await network('--credits', '3');
    await use(service.api.baseUrl);
    await convert('webp', names);
    const text = await question(/5 files, at least 5 credits, you have 3/);
    assert.match(text, /3 credits left\. Credits renew on .+ \d{4}, /);
    await workbench.screenshot('few-credits');
    await workbench.notifications.answer('Run Rest Locally');
    await workbench.notifications.read(/^Converted 5 files(?:, \d+% smaller in total)? · 3 credits\.$/);
    await hasInExplorer('5.webp');
    assert.equal(await balanceOf(service), 0);
  });

  it('uses this computer for all files without credits', async () => {
    await convert('avif', names.slice(0, 2));
    await question(/2 files, at least 2 credits, you have 0/);
    await workbench.notifications.answer('Use This Computer');
    await workbench.notifications.read(/^Converted 2 files(?:, \d+% smaller in total)?\.$/);
    await hasInExplorer('2.avif');
  });

  it('converts as many files as there are credits for, and finds a way for the others that wait', async () => {
    const service = await network('--credits', '3');
    await use(service.api.baseUrl);
    await convert('gif', names);
    await question(/you have 3/);
    await workbench.notifications.answer('Upload Only 3');
    const message = /^3 converted .* for 3 credits, .*2 waiting\. You don’t have enough credits\./;
    await workbench.notifications.read(message);
    await hasInExplorer('3.gif');
    assert.equal(await balanceOf(service), 0);
    await workbench.notifications.click(message, 'Run Rest Locally');
    await workbench.notifications.read(/^Converted 2 files/);
    await hasInExplorer('5.gif');
  });

  it('confirms costs above the setting', async () => {
    const service = await network();
    await use(service.api.baseUrl, { 'fileUtilityNetwork.confirmAboveCredits': 1 });
    await convert('bmp', ['coffee.jpg']);
    await workbench.notifications.answer('Upload');
    await workbench.notifications.read(/^Saved coffee\.bmp, \d+% larger · 1 credit\. Lost: metadata\.$/);
    await hasInExplorer('coffee.bmp');
    await convert('bmp', names.slice(1, 3));
    await question(/Convert 2 files to BMP\?[^]*This costs at least 2 credits\./);
    await workbench.screenshot('confirm-credits');
    await workbench.notifications.answer('Start');
    await workbench.notifications.read(
      /^Converted 2 files, 2 files got larger · 2 credits\. 2 files lost metadata\.$/,
    );
    await hasInExplorer('3.bmp');
    assert.equal(await balanceOf(service), 47);
  });

  it('continues on this computer from the message about the daily limit', async () => {
    const service = await network('--credits', '1');
    // This client learns from a refusal that another one has spent credits.
    const servers = alteredServers(fixedServer(new URL(service.api.baseUrl), testKey), {
      answer: (answered, { path }) =>
        path === routes.entitlements('convert')
          ? altered(answered, (json) => ({ ...json, remainingCredits: 9 }))
          : {},
    });
    const server = await servers.open({}, new AbortController().signal);
    closing.push(() => server.close());
    await use(server.baseUrl.href, { 'fileUtilityNetwork.confirmAboveCredits': 20 });
    await convert('tiff', names.slice(0, 2));
    await workbench.notifications.answer('Upload');
    const message = / for 1 credit,.* 1 waiting\. Your plan’s daily limit is reached\./;
    assert.match(await workbench.notifications.read(message), /Credits renew on .+ \d{4}, .+\./);
    assert.ok((await workbench.notifications.buttonsOf(message)).includes('Open Account Page'));
    await workbench.screenshot('daily-limit');
    await workbench.notifications.click(message, 'Run Rest Locally');
    await workbench.notifications.read(/^Saved \d\.tiff/);
    assert.equal(await balanceOf(service), 0);
  });
});
