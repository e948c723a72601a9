import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Job, JobRequest, JobStateName } from '../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import type { FileStore } from '../../../src/jobs/core/fileStore.ts';
import { Jobs, type JobsOptions } from '../../../src/jobs/jobs.ts';
import { FakeClock } from '../fakeClock.ts';
import { fakeProcesses } from '../fakeProcesses.ts';
import { ScriptedDiskService } from './scriptedDiskService.ts';
import { ScriptedService } from './scriptedService.ts';

/** A VS Code window as far as jobs are concerned: a process that shares its storage with others. */
export interface Window {
  readonly jobs: Jobs;
  readonly log: string[];
  /** Ends the process as SIGKILL would: it writes nothing more. */
  kill(): void;
}

/** Real folders, a scripted service, and a fake clock, for as many windows as a test opens. */
class JobsHarness {
  readonly clock = new FakeClock();
  readonly services = { network: new ScriptedService(), local: new ScriptedDiskService() };
  readonly folder: string;
  readonly storage: string;
  readonly #root: string;
  readonly #running = new Set<number>();
  readonly #opened: Jobs[] = [];
  readonly #end = Promise.withResolvers<never>();
  #pid = 1000;

  private constructor(root: string) {
    this.#root = root;
    this.#end.promise.catch(() => {});
    this.folder = join(root, 'files');
    this.storage = join(root, 'storage');
  }

  static async create(): Promise<JobsHarness> {
    const harness = new JobsHarness(await mkdtemp(join(tmpdir(), 'fun-jobs-')));
    await mkdir(harness.folder);
    return harness;
  }

  get network(): ScriptedService {
    return this.services.network;
  }

  get local(): ScriptedDiskService {
    return this.services.local;
  }

  async open(changes: Partial<JobsOptions> = {}): Promise<Window> {
    const window = this.openWithoutRestore(changes);
    await window.jobs.restore();
    return window;
  }

  openWithoutRestore(changes: Partial<JobsOptions> = {}): Window {
    const pid = (this.#pid += 1);
    this.#running.add(pid);
    const life = { over: false };
    const log: string[] = [];
    const files: FileStore = changes.files ?? new DiskFileStore();
    const jobs = new Jobs({
      services: async (id) => (life.over ? this.never() : this.services[id]),
      storageFolder: this.storage,
      clock: {
        now: () => this.clock.now(),
        monotonic: () => this.clock.monotonic(),
        schedule: (delayMs, run) => this.clock.schedule(delayMs, () => life.over || run()),
      },
      log: (message) => log.push(message),
      random: () => 0,
      processes: fakeProcesses(pid, (other) => this.#running.has(other)),
      ...changes,
      files: this.#mortal(files, life),
    });
    this.#opened.push(jobs);
    const kill = (): void => {
      life.over = true;
      this.#running.delete(pid);
    };
    return { jobs, log, kill };
  }

  /** Never settles during the test. */
  async never(): Promise<never> {
    return this.#end.promise;
  }

  async file(name: string, content: string | Buffer = 'a source of some length'): Promise<string> {
    await writeFile(join(this.folder, name), content);
    return this.uri(name);
  }

  uri(name: string): string {
    return pathToFileURL(join(this.folder, name)).href;
  }

  async read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  async names(): Promise<string[]> {
    return (await readdir(this.folder)).toSorted();
  }

  /** Adds one job and runs it until it has ended or is parked. */
  async run(window: Window, request: JobRequest): Promise<Job> {
    const [job] = window.jobs.add([request]);
    return this.settle(window, job?.id ?? '');
  }

  async settle(window: Window, id: string): Promise<Job> {
    const [job] = await this.clock.runUntil(window.jobs.settled([id]));
    if (job === undefined) throw new Error(`Unknown job: ${id}`);
    return job;
  }

  /** Advances the clock until a job of the window is in this state. */
  async until(window: Window, id: string, name: JobStateName): Promise<void> {
    await this.eventually(() => window.jobs.get(id)?.state.name === name, 20);
  }

  /** Advances the clock, with real input and output between its steps, until a condition holds. */
  async eventually(holds: () => boolean | Promise<boolean>, stepMs = 0): Promise<void> {
    while (!(await holds())) await this.clock.advance(stepMs);
  }

  /** Waits until the journal contains the job's state in the window. */
  async journaled(window: Window, id: string): Promise<void> {
    const state = JSON.stringify(window.jobs.get(id)?.state.name);
    await this.eventually(async () => {
      const lines = (await this.journalText()).split('\n').filter((line) => line.includes(id));
      return lines.at(-1)?.includes(`"state":{"name":${state}`) ?? false;
    });
  }

  /** The paths of the journals of all windows. */
  async journals(): Promise<string[]> {
    const folder = join(this.storage, 'journals');
    return (await readdir(folder))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name));
  }

  async journalText(): Promise<string> {
    const texts = (await this.journals()).map((path) => readFile(path, 'utf8').catch(() => ''));
    return (await Promise.all(texts)).join('');
  }

  async dispose(): Promise<void> {
    this.#end.reject(new Error('The test has ended'));
    for (const service of Object.values(this.services)) service.end();
    await Promise.all(this.#opened.map((jobs) => jobs.close()));
    await rm(this.#root, { recursive: true, force: true });
  }

  /** A file store of a process that may die. After its death, calls do nothing and never settle. */
  #mortal(files: FileStore, life: { readonly over: boolean }): FileStore {
    const unlessOver = async <T>(call: () => Promise<T>): Promise<T> => (life.over ? this.never() : call());
    return {
      facts: (uri) => unlessOver(() => files.facts(uri)),
      read: (uri) => files.read(uri),
      names: (uri) => unlessOver(() => files.names(uri)),
      resolved: (uri) => unlessOver(() => files.resolved(uri)),
      makeFolder: (uri) => unlessOver(() => files.makeFolder(uri)),
      removeEmptyFolder: (uri) => unlessOver(() => files.removeEmptyFolder(uri)),
      setModified: (uri, modifiedMs) => unlessOver(() => files.setModified(uri, modifiedMs)),
      createTemporary: (uri, name) => unlessOver(() => files.createTemporary(uri, name)),
      moveToFree: (from, to) => unlessOver(() => files.moveToFree(from, to)),
      replace: (from, to) => unlessOver(() => files.replace(from, to)),
      remove: (uri) => unlessOver(() => files.remove(uri)),
      discard: (uri) => unlessOver(() => files.discard(uri)),
    };
  }
}

/** A fresh harness for each test of a suite. */
export function useJobsHarness(prepare: (harness: JobsHarness) => void = () => {}): JobsHarness {
  let current: JobsHarness;
  beforeEach(async () => {
    current = await JobsHarness.create();
    prepare(current);
  });
  afterEach(() => current.dispose());
  return following(() => current);
}

/** A fresh harness and an open window for each test; `switchTo` replaces the window. */
export function useJobs(prepare?: (harness: JobsHarness) => void) {
  const harness = useJobsHarness(prepare);
  let current: Window;
  const switchTo = (window: Window): void => {
    current = window;
  };
  beforeEach(async () => switchTo(await harness.open()));
  return { harness, window: following(() => current), switchTo };
}

/** A proxy for whatever `current` returns at the time. */
function following<T extends object>(current: () => T): T {
  return new Proxy<T>(Object.create(null), {
    get(_, name) {
      const value: unknown = Reflect.get(current(), name, current());
      return typeof value === 'function' ? value.bind(current()) : value;
    },
  });
}

/** A request to convert a file, with these properties replaced. */
export function convertRequest(source: string, changes: Partial<JobRequest> = {}): JobRequest {
  return {
    tool: 'convert',
    service: 'network',
    source,
    targetFormat: 'txt',
    options: undefined,
    placement: {
      onCollision: 'rename',
      replaceSource: false,
      suffix: '-compressed',
      keepDates: false,
      output: undefined,
    },
    ...changes,
  };
}

/** A request to compress a file, with these placement properties replaced. */
export function compressRequest(
  source: string,
  placement: Partial<JobRequest['placement']> = {},
): JobRequest {
  const base = convertRequest(source);
  return {
    ...base,
    tool: 'compress',
    targetFormat: undefined,
    placement: { ...base.placement, ...placement },
  };
}

export function pathOf(uri: string | undefined): string {
  return fileURLToPath(uri ?? '');
}
