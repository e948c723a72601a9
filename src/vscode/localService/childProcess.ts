import { type ChildProcess, fork } from 'node:child_process';
import { CodedError, codeFromOutside } from '../../contract/errors.ts';
import type { ProgramSearch } from '../../engines/programs/findPrograms.ts';
import { childEnvironment } from '../../util/childProcess.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { readLines } from '../../util/text.ts';
import {
  type ChildMessage,
  childMessage,
  type ParentMessage,
  type RequestKind,
  requestKinds,
  type RequestOf,
  type ResultOf,
  type Share,
} from '../../service/localProtocol.ts';
import { localRole } from '../../service/roles.ts';

const killAfterMs = 3000;

/** A request that the child process hasn't answered. */
interface Pending {
  readonly onProgress: ((share?: number) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One run of the local service, seen from its parent process. */
export class LocalServiceProcess implements Disposable {
  readonly #child: ChildProcess;
  readonly #exit = new Emitter<void>();
  readonly #readiness = Promise.withResolvers<void>();
  readonly #pending = new Map<number, Pending>();
  #requests = 0;
  #exited = false;

  readonly onDidExit = this.#exit.event;
  /**
   * Resolves once the process takes requests.
   * @throws CodedError `localService.unavailable` if it ends first
   */
  readonly ready = this.#readiness.promise;

  constructor(
    scriptPath: string,
    temporaryRoot: string,
    search: ProgramSearch,
    share: Share,
    log: (message: string) => void,
  ) {
    this.ready.catch(() => {});
    this.#child = fork(scriptPath, [localRole], {
      execArgv: [],
      env: childEnvironment(process.env),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (this.#child.stderr) readLines(this.#child.stderr, (line) => log(`Local service: ${line}`));
    this.#child.on('message', (raw) => this.#take(childMessage.parse(raw)));
    this.#child.once('error', (error) => this.#ended(log, error.message));
    this.#child.once('exit', (code, signal) => this.#ended(log, `exit ${signal ?? code}`));
    this.#send({ type: 'start', temporaryRoot, search, share });
  }

  /** Updates the search paths for the user's programs. */
  usePrograms(search: ProgramSearch): void {
    this.#send({ type: 'programs', search });
  }

  /** Updates the service's share of the computer. */
  useShare(share: Share): void {
    this.#send({ type: 'share', share });
  }

  /**
   * Resolves to the answer to a request. Cancels the request when the signal aborts, but still waits for the answer:
   * until then, the service uses the request's folder.
   * @param onProgress called when the work begins, and with each share of it that is done
   * @throws CodedError for the fault in the answer, or `localService.exited` if the process ends first; or the signal's
   * reason
   */
  async request<Kind extends RequestKind>(
    kind: Kind,
    content: RequestOf<Kind>,
    signal: AbortSignal,
    onProgress?: (share?: number) => void,
  ): Promise<ResultOf<Kind>> {
    if (this.#exited) throw serviceExited();
    const id = (this.#requests += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { onProgress, resolve, reject });
    this.#send({ type: 'request', id, kind, content });
    const cancel = (): void => this.#send({ type: 'cancel', id });
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const result = await promise;
      signal.throwIfAborted();
      return requestKinds[kind].result.parse(result);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Closes the channel to the child process, which then ends. Kills it if it doesn't. */
  dispose(): void {
    if (this.#exited) return;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs);
    timer.unref();
    this.#child.once('exit', () => clearTimeout(timer));
  }

  #take(message: ChildMessage): void {
    if (message.type === 'ready') return this.#readiness.resolve();
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.type === 'progress') return pending.onProgress?.(message.share);
    this.#pending.delete(message.id);
    if (message.type === 'result') return pending.resolve(message.result);
    const { code, detail, fault } = message.fault;
    pending.reject(new CodedError(codeFromOutside(code), detail, { fault }));
  }

  #send(message: ParentMessage): void {
    // If the child process has ended, the exit event reports that.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #ended(log: (message: string) => void, how: string): void {
    if (this.#exited) return;
    this.#exited = true;
    log(`The local service exited: ${how}`);
    this.#readiness.reject(serviceUnavailable('The local service exited.'));
    for (const { reject } of this.#pending.values()) reject(serviceExited());
    this.#pending.clear();
    this.#exit.fire();
  }
}

/** The error when the local service couldn't be started. */
export function serviceUnavailable(detail: string): CodedError {
  return new CodedError('localService.unavailable', detail);
}

/** The error when the local service ended before it answered. */
function serviceExited(): CodedError {
  return new CodedError('localService.exited', 'The local service exited.');
}
