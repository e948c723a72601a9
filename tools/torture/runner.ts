// node runner.ts <options as JSON>: a window without VS Code. Runs real jobs until it is told to close, or is killed.
import { createNetworkService } from '../../src/client/index.ts';
import { requestDialect } from '../../src/contract/dialect.ts';
import type { Job } from '../../src/jobs/core/job.ts';
import type { Service } from '../../src/jobs/core/service.ts';
import { DiskFileStore } from '../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../src/jobs/jobs.ts';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { direct } from '../../test/support/http/networkFixture.ts';
import { bundle } from '../../test/support/service/standalone.ts';
import type { Gesture, JobReport, RunnerOptions, DisplayedState } from './messages.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';

const options: RunnerOptions = JSON.parse(process.argv[2] ?? '');
const clock = fastClock(options.clockStartedAt, options.clockSpeed);
const log = (message: string): void => {
  if (process.env['TORTURE_LOG']) console.error(`${process.pid} ${message}`);
};
const service = openService(options.service);
const jobs = new Jobs({
  services: async () => service,
  files: new DiskFileStore(),
  storageFolder: options.storageFolder,
  clock,
  log,
});

const tell = (sight: DisplayedState): void => void process.send?.(sight);
const report = (all: readonly Job[]): JobReport[] => all.map(({ source, state }) => ({ source, state }));

jobs.onDidChange(({ jobs: changed }) =>
  tell({ event: 'changed', states: changed.map(({ state }) => state.name) }),
);
process.on('message', (gesture: Gesture) => {
  switch (gesture.do) {
    case 'add':
      jobs.add(gesture.requests);
      tell({ event: 'added' });
      break;
    case 'report':
      tell({ event: 'report', jobs: report(jobs.all()) });
      break;
    case 'forget': {
      const unconfirmed = jobs.all().filter(({ state }) => state.name === 'unconfirmed');
      jobs.remove(unconfirmed.map(({ id }) => id));
      tell({ event: 'forgotten', jobs: report(unconfirmed) });
      break;
    }
    case 'close':
      jobs.dispose();
      if (service instanceof LocalService) service.dispose();
      tell({ event: 'closed' });
      process.disconnect();
      break;
  }
});
process.on('disconnect', () => process.exit());

await jobs.restore();
tell({ event: 'restored' });

function openService(which: RunnerOptions['service']): Service {
  if ('temporaryRoot' in which) return new LocalService({ scriptPath: bundle, ...which, log });
  return createNetworkService({
    baseUrl: new URL(which.baseUrl),
    apiKey: async () => which.key,
    proxy: direct,
    writing: requestDialect.write,
    clock,
    log,
    timeouts: { headersMs: 800, submissionHeadersMs: 1500, idleBodyMs: 800 },
  }).service;
}

/**
 * The machine's clock, running `speed` times as fast since `startedAt`. Processes with the same values agree on the
 * time.
 */
function fastClock(startedAt: number, speed: number): Clock {
  return {
    now: () => startedAt + (Date.now() - startedAt) * speed,
    monotonic: () => systemClock.monotonic() * speed,
    schedule: (delayMs, run) => systemClock.schedule(delayMs / speed, run),
  };
}
