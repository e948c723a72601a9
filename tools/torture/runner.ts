// node runner.ts <options as JSON>: a window without VS Code. Runs real jobs until it is told to close, or is killed.
import { createNetworkService } from '../../src/client/index.ts';
import { requestDialect } from '../../src/contract/dialect.ts';
import { DiskFileStore } from '../../src/jobs/core/diskFileStore.ts';
import type { Job, JobRequest } from '../../src/jobs/core/job.ts';
import type { Service } from '../../src/jobs/core/service.ts';
import { Jobs } from '../../src/jobs/jobs.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { direct } from '../../test/support/http/networkFixture.ts';
import { bundle } from '../../test/support/service/standalone.ts';

/** A runner's start options. */
export interface RunnerOptions {
  readonly storageFolder: string;
  /** The network that the window uses, or the folder for temporary files of its local service. */
  readonly service: { readonly baseUrl: string; readonly key: string } | { readonly temporaryRoot: string };
  readonly clockStartedAt: number;
  readonly clockSpeed: number;
}

/** A user's action in a window. The window answers each with an event of the same name. */
export type Gesture =
  | { readonly do: 'add'; readonly requests: readonly JobRequest[] }
  /** `forget` chooses “Forget” for all unconfirmed jobs. */
  | { readonly do: 'report' | 'forget' | 'close' };

export type JobReport = Pick<Job, 'source' | 'state'>;

/** What a window shows: it lists its jobs, or those that have changed or were forgotten. */
export interface DisplayedState {
  readonly event: 'restored' | 'changed' | Gesture['do'];
  readonly jobs: readonly JobReport[];
}

const options: RunnerOptions = JSON.parse(process.argv[2] ?? '');
const { clockStartedAt, clockSpeed } = options;
/** The machine's clock, but faster. Processes with the same values agree on the time. */
const clock: Clock = {
  now: () => clockStartedAt + (Date.now() - clockStartedAt) * clockSpeed,
  monotonic: () => systemClock.monotonic() * clockSpeed,
  schedule: (delayMs, run) => systemClock.schedule(delayMs / clockSpeed, run),
};
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

const show = (event: DisplayedState['event'], shown: readonly Job[]): void =>
  void process.send?.({ event, jobs: shown.map(({ source, state }) => ({ source, state })) });

jobs.onDidChange(({ jobs: changed }) => show('changed', changed));
process.on('message', (gesture: Gesture) => {
  let shown = jobs.all();
  if (gesture.do === 'add') jobs.add(gesture.requests);
  if (gesture.do === 'forget') {
    shown = shown.filter(({ state }) => state.name === 'unconfirmed');
    jobs.remove(shown.map(({ id }) => id));
  }
  if (gesture.do === 'close') {
    jobs.dispose();
    if (service instanceof LocalService) service.dispose();
  }
  show(gesture.do, shown);
  if (gesture.do === 'close') process.disconnect();
});
process.on('disconnect', () => process.exit());

await jobs.restore();
show('restored', jobs.all());

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
