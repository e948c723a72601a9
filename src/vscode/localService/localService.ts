import os from 'node:os';
import type { TierLimits } from '../../contract/tiers.ts';
import {
  defaultSearch,
  findPrograms,
  type FoundPrograms,
  type ProgramSearch,
} from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import type { JsonObject } from '../../contract/read.ts';
import type { DiskService } from '../../jobs/core/service.ts';
import { untilAborted } from '../../util/abort.ts';
import { type Clock, systemClock, minuteMs } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import type { RequestKind, RequestOf, ResultOf, Share } from '../../service/localProtocol.ts';
import { localLimits } from '../../service/plans.ts';
import { LocalServiceProcess, serviceUnavailable } from './childProcess.ts';
import type { LocalCatalog } from './localCatalog.ts';

export type { Share, PartConversion } from '../../service/localProtocol.ts';

export interface LocalServiceOptions {
  /** Path of the local service's bundle. */
  readonly scriptPath: string;
  /** Folder in which programs are inspected. By default, the system's temporary folder. */
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
/** Time after which an unused service ends. */
const idleMs = 5 * minuteMs;

/**
 * The service on this computer: a child process that starts on first use, restarts after a crash, and ends when this
 * object is disposed.
 */
export class LocalService implements DiskService, Disposable {
  readonly id = 'local';
  readonly charges = false;
  readonly hosted = false;
  readonly #options: LocalServiceOptions;
  readonly #clock: Clock;
  readonly #exits = new Emitter<void>();
  #process: LocalServiceProcess | undefined;
  #isReady = false;
  #starting: Promise<LocalServiceProcess> | undefined;
  #quickCrashes = 0;
  #lastCrashAt = 0;
  #idle: Disposable | undefined;
  #awaited = 0;
  #disposed = false;

  /** Fires when a run of the service has ended. */
  readonly onDidExit = this.#exits.event;

  constructor(options: LocalServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The limits on concurrent jobs and file sizes. */
  async limits(): Promise<TierLimits> {
    return { ...localLimits, maxParallelJobs: this.#share().maxParallelJobs };
  }

  /**
   * Starts the service unless it is running. Concurrent callers share one start. Aborting only ends the caller's wait.
   * @throws CodedError `localService.unavailable`, or the signal's reason
   */
  async start(signal?: AbortSignal): Promise<void> {
    await this.#started(signal);
  }

  /** The programs that the user has currently installed. The service needn't be running. */
  async findPrograms(): Promise<FoundPrograms> {
    return findPrograms(this.#programs());
  }

  /** The service's catalog with the currently installed programs. The service needn't be running. */
  async catalog(): Promise<LocalCatalog> {
    const [{ localCatalog }, found] = await this.#registry();
    return localCatalog(found);
  }

  /** The options of a conversion, as a JSON Schema. @throws ServiceError */
  async optionsSchema(from: string, to: string): Promise<JsonObject> {
    const [{ conversionSchema }, found] = await this.#registry();
    return conversionSchema(from, to, found);
  }

  /** The options of a compression, as a JSON Schema. @throws ServiceError */
  async compressionSchema(format: string): Promise<JsonObject> {
    const [{ compressionSchema }, found] = await this.#registry();
    return compressionSchema(format, found);
  }

  /** The options for combining files, as a JSON Schema. @throws ServiceError */
  async combinationSchema(to: string): Promise<JsonObject> {
    return (await import('./localCatalog.ts')).combinationSchema(to);
  }

  /**
   * Facts about the user's installed programs. Runs each of them once.
   * @throws CodedError `localService.unavailable`
   */
  async describePrograms(): Promise<ProgramFacts[]> {
    return this.#request('describePrograms', {}, new AbortController().signal);
  }

  /**
   * Converts, compresses, or combines files. Calls `onProgress` when that begins, and with each share of it that is done.
   * @throws CodedError `localService.unavailable`, `localService.exited`, or the reason why it failed; or the signal's
   * reason
   */
  async convert(
    request: RequestOf<'convert'>,
    signal: AbortSignal,
    onProgress?: (share?: number) => void,
  ): Promise<ResultOf<'convert'>> {
    return this.#request('convert', request, signal, onProgress);
  }

  /**
   * Makes a preview of a file, and resolves to facts about the file.
   * @throws as `convert` does
   */
  async preview(request: RequestOf<'preview'>, signal: AbortSignal): Promise<ResultOf<'preview'>> {
    return this.#request('preview', request, signal);
  }

  /**
   * Reads a small part of a file to find out which properties it has that a conversion could lose. The traits of an
   * unreadable file are unknown.
   * @throws CodedError `localService.unavailable`, or the signal's reason
   */
  async probe(request: RequestOf<'probe'>, signal: AbortSignal): Promise<ResultOf<'probe'>> {
    await this.start(signal);
    return this.#request('probe', request, signal).catch(() => {
      signal.throwIfAborted();
      return {};
    });
  }

  /**
   * Extracts an archive into an empty folder.
   * @throws as `convert` does
   */
  async extract(request: RequestOf<'extract'>, signal: AbortSignal): Promise<ResultOf<'extract'>> {
    return this.#request('extract', request, signal);
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
  }

  /** What knows all conversions, loaded on first use, and the installed programs. */
  async #registry() {
    return Promise.all([import('./localCatalog.ts'), this.findPrograms()]);
  }

  /** Sends a request, and keeps the service alive until its answer. */
  async #request<Kind extends RequestKind>(
    kind: Kind,
    content: RequestOf<Kind>,
    signal: AbortSignal,
    onProgress?: (share?: number) => void,
  ): Promise<ResultOf<Kind>> {
    const running = await this.#started(signal);
    this.#awaited += 1;
    try {
      return await running.request(kind, content, signal, onProgress);
    } finally {
      this.#awaited -= 1;
      this.#restLater();
    }
  }

  async #started(signal?: AbortSignal): Promise<LocalServiceProcess> {
    signal?.throwIfAborted();
    // A disposed service never starts again, even while its process is still ending.
    if (this.#disposed) throw serviceUnavailable('The local service was stopped.');
    this.#restLater();
    if (this.#process !== undefined && this.#isReady) return this.#process;
    const starting = (this.#starting ??= this.#launch().finally(() => {
      this.#starting = undefined;
    }));
    return signal ? untilAborted(starting, signal) : starting;
  }

  async #launch(): Promise<LocalServiceProcess> {
    this.#checkRest();
    const { scriptPath, temporaryRoot = os.tmpdir(), log } = this.#options;
    const startedAt = this.#clock.monotonic();
    const child = new LocalServiceProcess(scriptPath, temporaryRoot, this.#programs(), this.#share(), log);
    this.#process = child;
    child.onDidExit(() => this.#forget(child, startedAt));
    const tooSlow = this.#clock.schedule(startTimeoutMs, () => child.dispose());
    try {
      await child.ready;
      this.#isReady = true;
      return child;
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
    this.#process = undefined;
    this.#isReady = false;
    this.#lastCrashAt = this.#clock.monotonic();
    this.#quickCrashes = this.#lastCrashAt - startedAt < quickCrashMs ? this.#quickCrashes + 1 : 0;
    this.#exits.fire();
  }
}
