import os from 'node:os';
import type { PollPace } from '../../contract/dialect.ts';
import type { Traits } from '../../contract/losses.ts';
import type { LocalEndpoint } from '../../contract/routes.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { ToolId } from '../../contract/tools.ts';
import {
  defaultSearch,
  findPrograms,
  type FoundPrograms,
  type ProgramSearch,
} from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { untilAborted } from '../../util/abort.ts';
import { type Clock, systemClock, minuteMs } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import type {
  DirectConversion,
  ExtractedEntries,
  ExtractionRequest,
  PreviewFacts,
  PreviewRequest,
  ProbeRequest,
  Share,
} from '../../service/embeddedMessages.ts';
import { localLimits, localPace } from '../../service/plans.ts';
import { LocalServiceProcess, serviceUnavailable } from './childProcess.ts';
import type { LocalCatalog } from './localCatalog.ts';

export type { Share, Trial } from '../../service/embeddedMessages.ts';

export interface LocalServiceOptions {
  /** Path of the local service's bundle. */
  readonly scriptPath: string;
  /** Folder for uploads and outputs of jobs. By default, the system's temporary folder. */
  readonly temporaryRoot?: string;
  /** The current search paths for the user's programs. */
  readonly programs?: () => ProgramSearch;
  /** The current share of the computer. By default, the service chooses it. */
  readonly share?: () => Partial<Share>;
  readonly log: (message: string) => void;
  readonly clock?: Clock;
}

/** A process that ends sooner than this counts as unable to run. */
const quickCrashMs = 10_000;
const maxQuickCrashes = 3;
/** Pause after several such ends, during which the service isn't started. */
const restMs = 60_000;
/** Detects a hang. On a busy computer, a start can take half a minute. */
const startTimeoutMs = 2 * minuteMs;
/** Time after which an unused service ends. As long as it has jobs, they are polled every few seconds. */
const idleMs = 5 * minuteMs;

/**
 * The service on this computer: a child process that starts on first use, restarts after a crash, and ends when this
 * object is disposed.
 */
export class LocalService implements Disposable {
  /** How often to poll jobs. */
  readonly pace: PollPace = localPace;
  readonly #options: LocalServiceOptions;
  readonly #clock: Clock;
  readonly #exits = new Emitter<string | undefined>();
  readonly #jobEnds = new Emitter<string>();
  #process: LocalServiceProcess | undefined;
  #endpoint: LocalEndpoint | undefined;
  #starting: Promise<LocalEndpoint> | undefined;
  #quickCrashes = 0;
  #lastCrashAt = 0;
  #idle: Disposable | undefined;
  #awaited = 0;
  #disposed = false;

  /** Fires when a run of the service has ended, with its epoch if it had started to listen. */
  readonly onDidExit = this.#exits.event;
  /** Fires with the id of a job of the current run that has ended. */
  readonly onDidEndJob = this.#jobEnds.event;

  constructor(options: LocalServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The limits on concurrent jobs and file sizes. */
  get limits(): TierLimits {
    return { ...localLimits, maxParallelJobs: this.#share().maxParallelJobs };
  }

  /** The epoch of the current run. */
  epoch(): string | undefined {
    return this.#endpoint?.epoch;
  }

  /**
   * Starts the service unless it is running, and resolves to its address. Concurrent callers share one start. Aborting
   * only ends the caller's wait.
   * @throws CodedError `localService.unavailable`, or the signal's reason
   */
  async start(signal?: AbortSignal): Promise<LocalEndpoint> {
    signal?.throwIfAborted();
    // A disposed service never starts again, even while its process is still ending.
    if (this.#disposed) throw serviceUnavailable('The local service was stopped.');
    this.#restLater();
    if (this.#endpoint) return this.#endpoint;
    const starting = (this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined;
    }));
    return signal ? untilAborted(starting, signal) : starting;
  }

  /** Cancels a job of the current run. Jobs of earlier runs are already gone. */
  async cancel(tool: ToolId, jobId: string): Promise<void> {
    if (this.#endpoint) await this.#process?.cancel(tool, jobId);
  }

  /** The programs that the user has currently installed. The service needn't be running. */
  async findPrograms(): Promise<FoundPrograms> {
    return findPrograms(this.#programs());
  }

  /** The service's catalog with the currently installed programs. The service needn't be running. */
  async catalog(): Promise<LocalCatalog> {
    const [{ localCatalog }, found] = await Promise.all([import('./localCatalog.ts'), this.findPrograms()]);
    return localCatalog(found);
  }

  /**
   * Facts about the user's installed programs. Runs each of them once.
   * @throws CodedError `localService.unavailable`
   */
  async describePrograms(): Promise<ProgramFacts[]> {
    await this.start();
    return (await this.#process?.describePrograms()) ?? [];
  }

  /**
   * Makes a preview of a file, and resolves to facts about the file. This isn't a job, so nothing is queued, stored, or
   * charged.
   * @throws CodedError `localService.unavailable` or a code of jobs, or the signal's reason
   */
  async preview(request: PreviewRequest, signal: AbortSignal): Promise<PreviewFacts> {
    return this.#whileAwaited(signal, (running) => running.preview(request, signal));
  }

  /**
   * Converts a file while the user waits, and resolves to the properties that the result may have lost. This isn't a
   * job, so nothing is queued, stored, or charged.
   * @throws CodedError `localService.unavailable` or a code of jobs, or the signal's reason
   */
  async convert(request: DirectConversion, signal: AbortSignal): Promise<readonly string[]> {
    return this.#whileAwaited(signal, (running) => running.convert(request, signal));
  }

  /**
   * Reads a small part of a file to find out which properties it has that a conversion could lose. This isn't a job.
   * The traits of an unreadable file are unknown.
   * @throws CodedError `localService.unavailable`, or the signal's reason
   */
  async probe(request: ProbeRequest, signal: AbortSignal): Promise<Traits> {
    return this.#whileAwaited(signal, (running) => running.probe(request, signal));
  }

  /**
   * Extracts an archive into an empty folder. This isn't a job.
   * @throws CodedError `localService.unavailable` or a code of jobs, or the signal's reason
   */
  async extract(request: ExtractionRequest, signal: AbortSignal): Promise<ExtractedEntries> {
    return this.#whileAwaited(signal, (running) => running.extract(request, signal));
  }

  /** Applies the current share of the computer to the current run. */
  refreshShare(): void {
    this.#process?.useShare(this.#share());
  }

  /** Applies the current search paths for programs to the current run. */
  refreshPrograms(): void {
    this.#process?.usePrograms(this.#programs());
  }

  dispose(): void {
    this.#disposed = true;
    this.#idle?.dispose();
    this.#process?.dispose();
    this.#exits.dispose();
    this.#jobEnds.dispose();
  }

  /** Keeps the service alive while a request is pending. */
  async #whileAwaited<T>(signal: AbortSignal, ask: (running: LocalServiceProcess) => Promise<T>): Promise<T> {
    await this.start(signal);
    if (this.#process === undefined) throw serviceUnavailable('The local service exited.');
    this.#awaited += 1;
    try {
      return await ask(this.#process);
    } finally {
      this.#awaited -= 1;
    }
  }

  async #launch(): Promise<LocalEndpoint> {
    this.#checkRest();
    const { scriptPath, temporaryRoot = os.tmpdir(), log } = this.#options;
    const startedAt = this.#clock.monotonic();
    const child = new LocalServiceProcess(scriptPath, temporaryRoot, this.#programs(), this.#share(), log);
    this.#process = child;
    child.onDidExit(() => this.#forget(child, startedAt));
    child.onDidEndJob((jobId) => this.#jobEnds.fire(jobId));
    const tooSlow = this.#clock.schedule(startTimeoutMs, () => child.dispose());
    try {
      const { socketPath, epoch } = await child.listening();
      this.#endpoint = { socketPath, key: child.key, epoch };
      return this.#endpoint;
    } catch (error) {
      child.dispose();
      throw error;
    } finally {
      tooSlow.dispose();
    }
  }

  #programs(): ProgramSearch {
    return this.#options.programs?.() ?? defaultSearch;
  }

  #share(): Share {
    return { maxParallelJobs: localLimits.maxParallelJobs, isBelowNormal: false, ...this.#options.share?.() };
  }

  /** Restarts the timer that ends an idle process. The next call starts a new process. */
  #restLater(): void {
    this.#idle?.dispose();
    this.#idle = this.#disposed ? undefined : this.#clock.schedule(idleMs, () => this.#rest());
  }

  #rest(): void {
    this.#idle = undefined;
    const child = this.#process;
    if (child === undefined) return;
    if (this.#awaited > 0 || this.#starting !== undefined) return this.#restLater();
    // Calls that arrive while the process ends start another one.
    this.#forget(child, Number.NEGATIVE_INFINITY);
    child.dispose();
  }

  #checkRest(): void {
    if (this.#quickCrashes < maxQuickCrashes) return;
    if (this.#clock.monotonic() - this.#lastCrashAt < restMs) {
      throw serviceUnavailable('The local service exited right after each start. See the log.');
    }
    this.#quickCrashes = 0;
  }

  #forget(child: LocalServiceProcess, startedAt: number): void {
    if (this.#process !== child) return;
    const epoch = this.#endpoint?.epoch;
    this.#process = undefined;
    this.#endpoint = undefined;
    this.#lastCrashAt = this.#clock.monotonic();
    this.#quickCrashes = this.#lastCrashAt - startedAt < quickCrashMs ? this.#quickCrashes + 1 : 0;
    this.#exits.fire(epoch);
  }
}
