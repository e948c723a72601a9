import assert from 'node:assert/strict';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { JobStateName } from '../../../src/jobs/core/job.ts';
import { compressRequest, convertRequest, useJobs, type Window } from '../../support/jobs/jobsHarness.ts';
import { downloadOf, gate } from '../../support/jobs/scriptedService.ts';

describe('A window opened after a crash', () => {
  const { harness, window, switchTo } = useJobs();

  const add = async (service: 'local' | 'network' = 'network', name = 'photo.png'): Promise<string> => {
    const [job] = window.jobs.add([convertRequest(await harness.file(name), { service })]);
    return job?.id ?? '';
  };

  /** Kills the window once its changes have reached the journal, and opens another one. */
  const crash = async (): Promise<Window> => {
    for (const job of window.jobs.all()) await harness.journaled(window, job.id);
    window.kill();
    for (const service of Object.values(harness.services)) service.silent = false;
    const next = await harness.open();
    switchTo(next);
    return next;
  };

  it('submits waiting jobs', async () => {
    harness.network.silent = true;
    const id = await add();
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('marks an interrupted submission as unconfirmed if the service charges', async () => {
    const lost = gate();
    harness.network.afterAccept.push(lost.answer);
    const id = await add();
    await harness.eventually(() => lost.asked() > 0);
    const next = await crash();
    const state = next.jobs.get(id)?.state;
    assert.ok(state?.name === 'unconfirmed');
    assert.equal(state.sizeBytes, 'a source of some length'.length);
    assert.match(state.sha256 ?? '', /^[0-9a-f]{64}$/);
    await harness.clock.advance(600_000);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('repeats an interrupted submission under its key, and pays once', async () => {
    harness.network.announced = { idempotencyKeySeconds: 86_400 };
    const lost = gate();
    harness.network.afterAccept.push(lost.answer);
    const id = await add();
    await harness.eventually(() => lost.asked() > 0);
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('repeats an interrupted submission if the service doesn’t charge', async () => {
    harness.network.charges = false;
    const lost = gate();
    harness.network.afterAccept.push(lost.answer);
    const id = await add();
    await harness.eventually(() => lost.asked() > 0);
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
  });

  it('converts again what was being converted on this computer', async () => {
    const held = gate();
    harness.local.onConvert.push(held.answer);
    const id = await add('local');
    await harness.until(window, id, 'converting');
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
    assert.equal(await harness.read('photo.txt'), 'output');
  });

  it('polls jobs that the service has', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const id = await add();
    await harness.until(window, id, 'processing');
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('repeats interrupted downloads, and sweeps their leftovers', async () => {
    const stalled = gate();
    harness.network.onDownload.push(async () => {
      await stalled.answer();
      return downloadOf(Buffer.from('never'));
    });
    const id = await add();
    await harness.eventually(() => stalled.asked() > 0, 20);
    const state = window.jobs.get(id)?.state;
    if (state?.name === 'downloading') await writeFile(new URL(state.temporary), 'half');
    const next = await crash();
    assert.equal((await harness.settle(next, id)).state.name, 'done');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
  });

  it('keeps ended rows and undo', async () => {
    const source = await harness.file('note.txt', 'x'.repeat(100));
    const { id } = await harness.run(window, compressRequest(source, { replaceSource: true }));
    const next = await crash();
    assert.equal(next.jobs.get(id)?.state.name, 'done');
    assert.deepEqual(await next.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('note.txt'), 'x'.repeat(100));
  });

  it('sets a damaged journal aside, reports that once, and resubmits nothing silently', async () => {
    harness.network.silent = true;
    const id = await add();
    await harness.journaled(window, id);
    window.kill();
    const [path = ''] = await harness.journals();
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('\n', '\ngarbage in the middle\n'));
    harness.network.silent = false;
    switchTo(harness.openWithoutRestore());
    const setAside: string[] = [];
    window.jobs.onDidSetAside((aside) => setAside.push(aside));
    await window.jobs.restore();
    assert.equal(window.jobs.get(id)?.state.name, 'unconfirmed');
    assert.equal(setAside.length, 1);
    assert.match(await readFile(setAside[0] ?? '', 'utf8'), /garbage in the middle/);
    const next = await crash();
    next.jobs.onDidSetAside((aside) => setAside.push(aside));
    await harness.clock.advance(120_000);
    assert.equal(setAside.length, 1);
  });

  it('sets a journal of a later version aside untouched', async () => {
    const json = JSON.stringify({ kind: 'header', version: 2, file: 'ffff', future: true });
    const line = `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
    const path = join(harness.storage, 'journals', '00000000000000aa.00000000000000bb.jsonl');
    await writeFile(path, line);
    switchTo(harness.openWithoutRestore());
    const setAside: string[] = [];
    window.jobs.onDidSetAside((aside) => setAside.push(aside));
    await window.jobs.restore();
    assert.equal(await readFile(setAside[0] ?? '', 'utf8'), line);
    assert.equal(window.jobs.all().length, 0);
  });

  it('recovers every job from a journal truncated at any length', async () => {
    const id = await add();
    await harness.settle(window, id);
    await harness.journaled(window, id);
    window.kill();
    const [path = ''] = await harness.journals();
    const whole = await readFile(path);
    const first = whole.indexOf('\n') + 1;
    const states = new Set<JobStateName | undefined>();
    for (let length = first; length <= whole.length; length += 97) {
      await writeFile(path, whole);
      await truncate(path, length);
      const next = await harness.open({ services: () => harness.never() });
      const state = next.jobs.get(id)?.state.name;
      states.add(state);
      next.kill();
      for (const other of await harness.journals()) await rm(other);
    }
    assert.ok(states.has('waiting') && states.has('unconfirmed') && states.has('queued'));
  });
});
