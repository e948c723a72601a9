import { readdirSync, statSync, watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import type { Job, JobStateName } from '../../../src/jobs/core/job.ts';
import { Jobs, type JobsOptions } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../eventually.ts';
import { convertRequest } from '../jobs/jobsHarness.ts';
import { useTemporaryFolder } from '../temporaryFolder.ts';
import { hold } from './hold.ts';
import { childrenOf, localServices } from './processes.ts';
import { bundle } from './standalone.ts';

/** A job whose result has begun, and whose worker process is stopped. */
interface HeldJob {
  readonly id: string;
  /** Path of the conversion's folder. */
  readonly folder: string;
  readonly workers: readonly number[];
  /** Lets the worker process continue. */
  readonly resume: () => void;
}

/** A window's jobs and its local service, with a folder of the user's files. */
class LocalJobs {
  readonly folder: string;
  readonly #local: LocalService;
  #jobs: Jobs;

  constructor(folder: string) {
    this.folder = folder;
    this.#local = new LocalService({
      scriptPath: bundle,
      temporaryRoot: this.temporaryRoot,
      programs: () => ({ paths: {}, avoid: [] }),
      log: () => {},
    });
    this.#jobs = this.#newJobs({});
  }

  get jobs(): Jobs {
    return this.#jobs;
  }

  get storage(): string {
    return path.join(this.folder, 'storage');
  }

  /** The folder for the service's temporary files. */
  get temporaryRoot(): string {
    return path.join(this.folder, 'service');
  }

  /** Path of a file among the user's. */
  at(name: string): string {
    return path.join(this.folder, 'files', name);
  }

  uri(name: string): string {
    return pathToFileURL(this.at(name)).href;
  }

  /** All names in the folder of the user's files, even hidden ones. */
  async names(): Promise<string[]> {
    return (await readdir(this.at(''))).toSorted();
  }

  async open(): Promise<void> {
    await mkdir(this.at(''));
    await this.#jobs.restore();
  }

  /** Replaces the jobs by those of another window with the same storage, and with these options changed. */
  async reopen(changes: Partial<JobsOptions> = {}): Promise<void> {
    await this.#jobs.close();
    this.#jobs = this.#newJobs(changes);
    await this.#jobs.restore();
  }

  async close(): Promise<void> {
    await this.#jobs.close();
    this.#local.dispose();
    await eventually(localServices, (pids) => pids.length === 0);
  }

  /** Adds a job, and returns its id. */
  add(name: string, targetFormat: string): string {
    const request = convertRequest(this.uri(name), { service: 'local', targetFormat });
    return this.#jobs.add([request])[0]?.id ?? '';
  }

  /** Waits until a job has ended or is parked. */
  async ended(id: string): Promise<Job['state'] | undefined> {
    return (await this.#jobs.settled([id]))[0]?.state;
  }

  async convert(name: string, to: string): Promise<Job['state'] | undefined> {
    return this.ended(this.add(name, to));
  }

  /** Waits until a job is in this state. */
  async until(id: string, name: JobStateName): Promise<unknown> {
    return eventually(
      () => this.#jobs.get(id)?.state.name,
      (state) => state === name,
    );
  }

  /** Names of the hidden work folders among the user's files. */
  workFolders(): string[] {
    return readdirSync(this.at('')).filter((name) => /^\.fun-[0-9a-f]{16}$/.test(name));
  }

  /** Adds a job, and stops its worker process when its result has begun. */
  async startHeld(name: string, to: string): Promise<HeldJob> {
    await this.#local.start();
    const workers = localServices().flatMap(childrenOf);
    const resume = hold(workers);
    const id = this.add(name, to);
    await this.until(id, 'converting');
    const [folder = ''] = this.#conversionFolders();
    const output = path.join(folder, 'output');
    const begun = Promise.withResolvers<void>();
    const watcher = watch(folder, () => {
      if ((statSync(output, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
      hold(workers);
      begun.resolve();
    });
    resume();
    await begun.promise;
    watcher.close();
    return { id, folder, workers, resume };
  }

  #conversionFolders(): string[] {
    return this.workFolders().flatMap((work) =>
      readdirSync(this.at(work))
        .filter((name) => name.startsWith('job-'))
        .map((name) => this.at(path.join(work, name))),
    );
  }

  #newJobs(changes: Partial<JobsOptions>): Jobs {
    return new Jobs({
      services: async () => this.#local,
      files: new DiskFileStore(),
      storageFolder: this.storage,
      clock: systemClock,
      log: () => {},
      ...changes,
    });
  }
}

/** A fresh window for each test of the calling suite. */
export function useLocalJobs(): () => LocalJobs {
  const folder = useTemporaryFolder();
  let current: LocalJobs;
  beforeEach(async () => {
    current = new LocalJobs(folder.path);
    await current.open();
  });
  afterEach(async () => current.close());
  return () => current;
}
