import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import { CatalogCache } from '../../../src/planning/catalog.ts';
import { UploadConsents } from '../../../src/planning/uploads.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import type { Jobs } from '../../../src/jobs/jobs.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { ApiKeys } from '../../../src/vscode/network/apiKeys.ts';
import { Connections } from '../../../src/vscode/network/connections.ts';
import { networkWallet, catalogSource, currentOffers } from '../../../src/vscode/network/offers.ts';
import { programSearch, currentSettings } from '../../../src/vscode/settings.ts';
import {
  type RuleParts,
  type FolderOutcome,
  maxWithoutConfirmation,
  RuledFolder,
} from '../../../src/vscode/rules/ruledFolder.ts';
import { windowJobs } from '../../../src/vscode/network/windowJobs.ts';
import { eventually } from '../../support/eventually.ts';
import { MemoryStore } from '../../support/memoryStore.ts';
import { root } from '../../support/paths.ts';
import { memorySecrets } from '../../host/memorySecrets.ts';
import { Sandbox, withSettings } from '../../host/sandbox.ts';

const log = (): void => {};

describe('A folder’s rules with a network that is preferred', () => {
  const owned: { dispose(): unknown }[] = [];
  let sandbox: Sandbox;
  let work: string;
  let parts: RuleParts & { readonly jobs: Jobs };
  let outcomes: FolderOutcome[];
  let asked: number[];
  let visitors: number;
  let baseUrl: string;

  const own = <T extends { dispose(): unknown }>(item: T): T => {
    owned.push(item);
    return item;
  };

  beforeEach(async () => {
    [outcomes, asked, visitors] = [[], [], 0];
    sandbox = await Sandbox.create();
    // Changes in the open folder are reported from the start; a watcher elsewhere takes a while to start.
    work = await mkdtemp(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'rules-'));
    const network = http.createServer((_request, response) => response.writeHead(404).end());
    network.on('connection', () => (visitors += 1));
    network.listen(0, '127.0.0.1');
    await once(network, 'listening');
    own({ dispose: () => network.close() });
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
    baseUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
    const scriptPath = path.join(root, 'dist/localService.cjs');
    const local = own(new LocalService({ scriptPath, programs: programSearch, log }));
    const keys = new ApiKeys(memorySecrets());
    await keys.set(baseUrl, { key: 'a-key', issuer: undefined });
    const connections = own(new Connections(local, keys, log));
    const consents = new UploadConsents(new MemoryStore(), new MemoryStore());
    await consents.give(baseUrl);
    const catalogs = new CatalogCache(catalogSource(connections, local, '1'), new MemoryStore(), systemClock);
    const files = new DiskFileStore();
    const storageFolder = sandbox.path('storage');
    const jobs = own(windowJobs({ connections, files, consents, storageFolder, log }));
    await jobs.restore();
    const wallet = own(networkWallet(connections, new MemoryStore()));
    parts = { jobs, offers: currentOffers(catalogs, connections, wallet) };
  });

  afterEach(async () => {
    for (const item of owned.splice(0).toReversed()) item.dispose();
    await rm(work, { recursive: true, force: true });
    await sandbox.remove();
  });

  const inWork = (name: string): string => path.join(work, name);
  const watch = (): RuledFolder =>
    own(
      new RuledFolder(vscode.Uri.file(work), {
        ...parts,
        storageFolder: sandbox.path('storage'),
        rules: () => currentSettings.rules(),
        mayStart: async (count) => {
          asked.push(count);
          return false;
        },
        onDidWork: (outcome) => outcomes.push(outcome),
        onFault: (error) => assert.fail(String(error)),
      }),
    );
  const add = async (fixture: string, name: string): Promise<void> =>
    cp(path.join(root, 'test/fixtures/sample', fixture), inWork(name));
  const isThere = async (name: string): Promise<unknown> =>
    eventually(
      async () => existsSync(inWork(name)),
      (there) => there,
    );
  const ruled = async (run: () => Promise<void>): Promise<void> =>
    withSettings(
      {
        baseUrl,
        runOn: 'auto',
        presets: { Web: { target: 'webp' }, Back: { target: 'png' } },
        rules: [
          { files: '**/*.{png,jpg}', preset: 'Web' },
          { files: '**/*.webp', preset: 'Back' },
        ],
      },
      run,
    );

  it('upload nothing, and ignore their own outputs', async () => {
    await ruled(async () => {
      watch();
      await add('coffee.jpg', 'coffee.jpg');
      await isThere('coffee.webp');
      // Changes are handled in order, so once this one has been handled, all earlier ones have, too.
      await add('coffee.jpg', 'later.jpg');
      await isThere('later.webp');
      await eventually(
        async () => outcomes.length,
        (count) => count >= 2,
      );
      assert.equal(existsSync(inWork('coffee.png')), false);
      assert.deepEqual(new Set(parts.jobs.all().map(({ service }) => service)), new Set(['local']));
      assert.equal(visitors, 0);
      // Other features do contact the network, so the counter of visitors works.
      await parts.offers.current();
      assert.ok(visitors > 0);
    });
  });

  it('replace only their own output when a file is saved again', async () => {
    await ruled(async () => {
      await writeFile(inWork('cat.webp'), 'mine');
      watch();
      await add('coffee.jpg', 'coffee.jpg');
      await add('cat.png', 'cat.png');
      await isThere('coffee.webp');
      const first = await readFile(inWork('coffee.webp'));
      await add('cat.png', 'coffee.jpg');
      await eventually(
        () => readFile(inWork('coffee.webp')),
        (now) => now.length > 0 && !now.equals(first),
      );
      assert.equal(existsSync(inWork('coffee (1).webp')), false);
      assert.equal(existsSync(inWork('cat (1).webp')), false);
      assert.equal(await readFile(inWork('cat.webp'), 'utf8'), 'mine');
    });
  });

  it('ask before converting a large number of files, and skip hidden and excluded ones', async () => {
    await ruled(async () => {
      watch();
      await mkdir(inWork('node_modules/a'), { recursive: true });
      await add('cat.png', 'node_modules/a/cat.png');
      await add('cat.png', '.cat.png');
      // Written without a pause, so that all files count as one burst, even on a busy machine.
      const cat = path.join(root, 'test/fixtures/sample/cat.png');
      for (let number = 0; number <= maxWithoutConfirmation; number += 1)
        copyFileSync(cat, inWork(`${number}.png`));
      await eventually(
        async () => asked.length,
        (count) => count > 0,
      );
      assert.deepEqual(asked, [maxWithoutConfirmation + 1]);
      assert.deepEqual(parts.jobs.all(), []);
    });
  });

  it('find the files of a folder that arrives as a whole, but not what is hidden or excluded in it', async () => {
    await ruled(async () => {
      // Rules ignore hidden folders, such as those in which programs unpack archives.
      const arriving = ['coffee.jpg', 'deep/cat.png', 'node_modules/a/cat.png', '.git/cat.png'];
      for (const name of arriving) await add(path.basename(name), `.arriving/${name}`);
      watch();
      await rename(inWork('.arriving'), inWork('photos'));
      await isThere('photos/coffee.webp');
      await isThere('photos/deep/cat.webp');
      assert.deepEqual(asked, []);
      assert.equal(parts.jobs.all().length, 2);
    });
  });

  it('ask once before converting the files of a large folder', async () => {
    await ruled(async () => {
      watch();
      for (let number = 0; number <= maxWithoutConfirmation; number += 1)
        await add('cat.png', `.arriving/${number}.png`);
      await rename(inWork('.arriving'), inWork('many'));
      await eventually(
        async () => asked.length,
        (count) => count > 0,
      );
      assert.deepEqual(asked, [maxWithoutConfirmation + 1]);
    });
  });

  it('run in only one of two windows', async () => {
    await ruled(async () => {
      watch();
      watch();
      await add('cat.png', 'cat.png');
      await isThere('cat.webp');
      await eventually(
        async () => outcomes.length,
        (count) => count >= 2,
      );
      assert.equal(outcomes.filter(({ last }) => last !== undefined).length, 1);
      assert.ok(outcomes.some(({ isElsewhere }) => isElsewhere));
      assert.equal(parts.jobs.all().length, 1);
    });
  });
});
