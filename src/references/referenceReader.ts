import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment } from '../util/childProcess.ts';
import type { Clock } from '../util/clock.ts';
import type { Disposable } from '../util/disposable.ts';
import type { IsFile, Replacement } from './paths.ts';
import type { ProjectText, References, ShownPicture } from './references.ts';

/** Parsing a text of 2 MB takes one to two seconds. */
export const readingBudgetMs = 10_000;

/** Parsing a text of 2 MB takes up to 200 MB. */
const usualBudgetMb = 768;

/** The exit code of a process that ends with an uncaught error. */
const faultyCode = 1;

/**
 * Parses a project's texts in a child process, because a thread that runs out of memory may abort the whole process. If
 * a request exceeds its time or memory budget, it resolves to `undefined`, the child process ends, and the next request
 * starts a new one.
 */
export class ReferenceReader implements Disposable {
  readonly #scriptPath: string;
  readonly #clock: Clock;
  readonly #budgetMb: number;
  #child: ChildProcess | undefined;
  /** Requests run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param scriptPath path of `workerMain.ts`, bundled or not */
  constructor(scriptPath: string, clock: Clock, budgetMb = usualBudgetMb) {
    this.#scriptPath = scriptPath;
    this.#clock = clock;
    this.#budgetMb = budgetMb;
  }

  /**
   * Resolves to the paths that aren't a project's own texts.
   * @throws the signal's reason
   */
  async ignored(
    files: readonly IgnoreFile[],
    paths: readonly AskedPath[],
    signal?: AbortSignal,
  ): Promise<readonly boolean[] | undefined> {
    return this.#ask<readonly boolean[]>({ ask: 'ignored', files, paths }, noFile, signal);
  }

  /**
   * Resolves to true if a text may refer to replaced files.
   * @throws the signal's reason
   */
  async mayRefer(
    text: string,
    replacements: readonly Replacement[],
    signal?: AbortSignal,
  ): Promise<boolean | undefined> {
    return this.#ask<boolean>({ ask: 'mayRefer', text, replacements: plain(replacements) }, noFile, signal);
  }

  /**
   * Resolves to the necessary changes of a text; see `referencesIn`.
   * @throws the signal's reason
   */
  async references(
    file: ProjectText,
    project: { readonly top: string; readonly replacements: readonly Replacement[]; readonly isFile: IsFile },
    signal?: AbortSignal,
  ): Promise<References | undefined> {
    const { top, isFile } = project;
    const replacements = plain(project.replacements);
    return this.#ask<References>({ ask: 'references', file, top, replacements }, isFile, signal);
  }

  /**
   * Resolves to the pictures that a text shows; see `picturesIn`.
   * @throws the signal's reason
   */
  async pictures(
    file: ProjectText,
    format: 'html' | 'md',
    { top, isFile }: { readonly top: string; readonly isFile: IsFile },
    signal?: AbortSignal,
  ): Promise<readonly ShownPicture[] | undefined> {
    return this.#ask<readonly ShownPicture[]>({ ask: 'pictures', file, format, top }, isFile, signal);
  }

  dispose(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #ask<T>(question: Question, isFile: IsFile, signal?: AbortSignal): Promise<T | undefined> {
    const asked = this.#last.then(async () => {
      signal?.throwIfAborted();
      return this.#answer<T>(question, isFile, signal);
    });
    this.#last = asked.catch(() => {});
    return asked;
  }

  async #answer<T>(question: Question, isFile: IsFile, signal?: AbortSignal): Promise<T | undefined> {
    const child = (this.#child ??= this.#start());
    const send = (message: ToWorker): void => {
      // If the child process has ended, its exit event reports that.
      if (child.connected) child.send(message, () => undefined);
    };
    const budget = new Budget(this.#clock);
    return new Promise<T | undefined>((resolve, reject) => {
      const end = (): void => {
        budget.pause();
        child.off('message', onMessage);
        child.off('error', onError);
        child.off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      };
      const stop = (): void => {
        end();
        this.dispose();
      };
      const onAbort = (): void => {
        stop();
        reject(signal?.reason);
      };
      const giveUp = (): void => {
        stop();
        resolve(undefined);
      };
      const onMessage = (message: FromWorker): void => {
        if ('answer' in message) {
          end();
          // The worker is our own code, and its answer has the type that the question requires.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          resolve(message.answer as T);
          return;
        }
        // Time spent on file system access doesn't count.
        budget.pause();
        void answerIsFile(message.isFile);
      };
      const answerIsFile = async (path: string): Promise<void> => {
        try {
          const found = await isFile(path);
          if (child !== this.#child) return;
          budget.run(giveUp);
          send({ isFile: found });
        } catch (error) {
          onError(error);
        }
      };
      const onError = (error: unknown): void => {
        stop();
        reject(error);
      };
      const onExit = (code: number | null): void => {
        if (code === faultyCode) onError(new Error('The process that parses texts failed.'));
        else giveUp();
      };
      child.on('message', onMessage);
      child.on('error', onError);
      child.on('exit', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      budget.run(giveUp);
      send(question);
    });
  }

  #start(): ChildProcess {
    const child = fork(this.#scriptPath, [String(this.#budgetMb)], {
      env: childEnvironment(process.env),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The process may fail between two requests. Without a listener, the error would end the extension host.
    child.on('error', () => this.#forget(child));
    child.on('exit', () => this.#forget(child));
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
  }
}

/** A time budget that only runs out between `run` and `pause`. */
class Budget {
  readonly #clock: Clock;
  #leftMs = readingBudgetMs;
  #since = 0;
  #timer: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  run(onSpent: () => void): void {
    this.#since = this.#clock.monotonic();
    this.#timer = this.#clock.schedule(this.#leftMs, onSpent);
  }

  pause(): void {
    if (this.#timer === undefined) return;
    this.#timer.dispose();
    this.#timer = undefined;
    this.#leftMs -= this.#clock.monotonic() - this.#since;
  }
}

const noFile: IsFile = async () => false;

/** The replacements without properties that can't be sent to a process. */
function plain(replacements: readonly Replacement[]): Replacement[] {
  return replacements.map(({ from, to }) => ({ from, to }));
}

/** A path that may be one of the project's own texts. */
interface AskedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The content of a folder's `.gitignore`. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/** A request to the worker. There is only one at a time. */
export type Question =
  | {
      readonly ask: 'ignored';
      readonly files: readonly IgnoreFile[];
      readonly paths: readonly AskedPath[];
    }
  | { readonly ask: 'mayRefer'; readonly text: string; readonly replacements: readonly Replacement[] }
  | {
      readonly ask: 'pictures';
      readonly file: ProjectText;
      readonly format: 'html' | 'md';
      readonly top: string;
    }
  | {
      readonly ask: 'references';
      readonly file: ProjectText;
      readonly top: string;
      readonly replacements: readonly Replacement[];
    };

/** Messages to the worker: a request, or the answer to whether a file exists. */
export type ToWorker = Question | { readonly isFile: boolean };

/** Messages from the worker: the answer to a request, or the path of a file that may exist. */
export type FromWorker = { readonly answer: unknown } | { readonly isFile: string };
