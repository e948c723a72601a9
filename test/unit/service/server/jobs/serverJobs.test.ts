import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fault } from '../../../../../src/contract/fault.ts';
import { ConversionError } from '../../../../../src/engines/api/conversionError.ts';
import type { EngineTask, EngineResult } from '../../../../../src/engines/api/task.ts';
import type { ServerJob } from '../../../../../src/service/server/jobs/job.ts';
import { ServerJobs } from '../../../../../src/service/server/jobs/serverJobs.ts';
import { networkPlan } from '../../../../../src/service/plans.ts';
import type { Clock } from '../../../../../src/util/clock.ts';
import { becomes, eventually } from '../../../../support/eventually.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const hourMs = 3_600_000;

describe('JobService', () => {
  const folder = useTemporaryFolder();

  /** A service whose conversions the test ends. */
  function build(over: { jobDelayMs?: number; poolSlots?: number } = {}) {
    const clock = new FakeClock();
    let asleepMs = 0;
    const machine: Clock = {
      now: () => clock.now() + asleepMs,
      monotonic: () => clock.monotonic(),
      schedule: (delayMs, run) => clock.schedule(delayMs, run),
    };
    const ends = new Map<
      string,
      { resolve: (result: EngineResult) => void; reject: (error: Error) => void }
    >();
    const engines: string[] = [];
    const runner = {
      run: async ({ engine, outputPath }: EngineTask): Promise<EngineResult> =>
        new Promise((resolve, reject) => {
          engines.push(engine);
          ends.set(outputPath, { resolve, reject });
        }),
    };
    const service = new ServerJobs({
      plan: networkPlan('free'),
      clock: machine,
      runner,
      poolSlots: 3,
      retentionMs: hourMs,
      jobDelayMs: 0,
      ...over,
    });
    const submit = (id: string, helper?: ServerJob['helper']): ServerJob => {
      const own = path.join(folder.path, id);
      mkdirSync(own);
      const [inputPath, outputPath] = [path.join(own, 'input'), path.join(own, 'output')];
      writeFileSync(inputPath, 'input');
      const formats = { from: 'png', to: 'webp', options: {} } as const;
      const names = { folder: own, inputPath, outputPath, fileName: 'a.png', inputBytes: 5 };
      return service.submit({ id, tool: 'convert', engine: 'image', helper, ...formats, ...names }, 1);
    };
    const succeed = async (job: ServerJob): Promise<void> => {
      writeFileSync(job.outputPath, 'output');
      ends.get(job.outputPath)?.resolve({});
      await clock.advance(0);
      await status(job, 'Succeeded');
    };
    const fail = async (job: ServerJob, error: Error): Promise<void> => {
      ends.get(job.outputPath)?.reject(error);
      await status(job, 'Failed');
    };
    const giveUp = (job: ServerJob): void => {
      writeFileSync(job.outputPath, 'half');
      ends.get(job.outputPath)?.reject(new ConversionError(fault('audio.channels', 300)));
    };
    /** Advances the time without running the due timers. */
    const sleep = (ms: number): void => {
      asleepMs += ms;
    };
    return { clock, service, submit, succeed, fail, giveUp, engines, sleep };
  }

  it('deletes everything but the output at the end, and the output after its retention', async () => {
    const { clock, service, submit, succeed } = build();
    const job = submit('a');
    mkdirSync(path.join(job.folder, 'home/profile'), { recursive: true });
    writeFileSync(path.join(job.folder, 'page.html'), 'left by a program');
    assert.throws(() => service.output('convert', 'a'), { code: 'jobs.not_ready', status: 409 });
    await succeed(job);
    assert.deepEqual(readdirSync(job.folder), ['output']);
    await clock.advance(hourMs - 1);
    assert.equal(service.output('convert', 'a').bytes, 6);
    await clock.advance(1);
    assert.throws(() => service.output('convert', 'a'), { code: 'jobs.expired', status: 410 });
    await gone(job.folder);
  });

  it('delivers no output after its retention, even if the timer is late', async () => {
    const { service, submit, succeed, sleep } = build();
    await succeed(submit('a'));
    sleep(hourMs);
    assert.throws(() => service.output('convert', 'a'), { code: 'jobs.expired', status: 410 });
  });

  it('fails with the engine’s error, refunds the credit, and deletes the files', async () => {
    const { service, submit, fail } = build();
    const job = submit('a');
    assert.equal(service.wallet.balance, 49);
    await fail(job, new ConversionError(fault('damaged.image')));
    assert.deepEqual(job.state.status === 'Failed' && job.state.fault, {
      id: 'damaged.image',
      parameters: [],
    });
    assert.equal(service.wallet.balance, 50);
    await gone(job.folder);
  });

  it('lets the helper do only what the engine can’t', async () => {
    const { submit, succeed, giveUp, fail, engines } = build();
    const helper = { engine: 'ffmpeg', program: '/ffmpeg', from: 'png', options: {} } as const;
    const job = submit('a', helper);
    giveUp(job);
    await eventually(
      () => engines,
      ({ length }) => length === 2,
    );
    assert.ok(!existsSync(job.outputPath));
    await succeed(job);
    await fail(submit('b', helper), new ConversionError(fault('damaged.image')));
    const alone = submit('c');
    giveUp(alone);
    await status(alone, 'Failed');
    assert.deepEqual(engines, ['image', 'ffmpeg', 'image', 'image']);
  });

  it('keeps the text of internal errors to itself', async () => {
    const { submit, fail } = build();
    const job = submit('a');
    await fail(job, new Error('/home/somebody/secret'));
    assert.ok(!JSON.stringify(job.state).includes('secret'));
  });

  it('takes at least the minimum time', async () => {
    const { clock, submit, succeed } = build({ jobDelayMs: 5000 });
    const job = submit('a');
    const done = succeed(job);
    await clock.advance(4999);
    assert.equal(job.state.status, 'Processing');
    await clock.advance(1);
    await done;
  });

  it('charges nothing for a job that finds no slot after its upload', () => {
    const { service, submit } = build({ poolSlots: 1 });
    submit('a');
    assert.throws(() => submit('b'), { code: 'queue.pool_saturated' });
    assert.equal(service.wallet.balance, 49);
    assert.throws(() => service.job('convert', 'b'), { code: 'jobs.not_found' });
  });

  it('knows a job only under its own tool', () => {
    const { service, submit } = build();
    submit('a');
    assert.throws(() => service.job('compress', 'a'), { code: 'jobs.not_found', status: 404 });
    assert.equal(service.job('convert', 'a').id, 'a');
  });
});

async function status(job: ServerJob, wanted: ServerJob['state']['status']): Promise<void> {
  await becomes(() => job.state.status, wanted);
}

async function gone(file: string): Promise<void> {
  await becomes(() => existsSync(file), false);
}
