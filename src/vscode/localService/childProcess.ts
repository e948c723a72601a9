import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { CodedError, codeFromOutside } from '../../contract/errors.ts';
import type { Traits } from '../../contract/losses.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { ProgramSearch } from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { childEnvironment } from '../../util/childProcess.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter } from '../../util/emitter.ts';
import { readLines } from '../../util/text.ts';
import {
  type ChildMessage,
  childMessage,
  type DirectConversion,
  type ExtractedEntries,
  type ExtractionRequest,
  type ParentMessage,
  type RequestAnswer,
  type PreviewFacts,
  type PreviewRequest,
  type ProbeRequest,
  type Share,
} from '../../service/embeddedMessages.ts';
import { embeddedRole } from '../../service/roles.ts';

const killAfterMs = 3000;

/** One run of the local service, seen from its parent process. */
export class LocalServiceProcess implements Disposable {
  readonly key = randomBytes(32).toString('hex');
  readonly #child: ChildProcess;
  readonly #messages = new Emitter<ChildMessage>();
  readonly #jobEnds = new Emitter<string>();
  readonly #exit = new Emitter<void>();
  #requests = 0;
  #exited = false;

  readonly onDidExit = this.#exit.event;
  /** Fires with the id of a job that has ended in this run. */
  readonly onDidEndJob = this.#jobEnds.event;

  constructor(
    scriptPath: string,
    temporaryRoot: string,
    search: ProgramSearch,
    share: Share,
    log: (message: string) => void,
  ) {
    this.#child = fork(scriptPath, [embeddedRole], {
      execArgv: [],
      env: childEnvironment(process.env),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (this.#child.stderr) readLines(this.#child.stderr, (line) => log(`Local service: ${line}`));
    this.#child.on('message', (raw) => {
      const message = childMessage.parse(raw);
      if (message.type === 'ended') this.#jobEnds.fire(message.jobId);
      else this.#messages.fire(message);
    });
    this.#child.once('error', (error) => this.#ended(log, error.message));
    this.#child.once('exit', (code, signal) => this.#ended(log, `exit ${signal ?? code}`));
    this.#send({ type: 'start', key: this.key, temporaryRoot, search, share });
  }

  /**
   * Resolves to the service's address once it is listening.
   * @throws CodedError `localService.unavailable` if the process ends first
   */
  async listening(): Promise<{ socketPath: string; epoch: string }> {
    return this.#answer((message) => (message.type === 'listening' ? message : undefined));
  }

  /** Updates the search paths for the user's programs. */
  usePrograms(search: ProgramSearch): void {
    this.#send({ type: 'programs', search });
  }

  /** Updates the service's share of the computer. */
  useShare(share: Share): void {
    this.#send({ type: 'share', share });
  }

  /** Cancels a job. Resolves once that is done, or once the process has ended, and the job with it. */
  async cancel(tool: ToolId, jobId: string): Promise<void> {
    const request = (this.#requests += 1);
    const done = this.#answer((message) =>
      message.type === 'canceled' && message.request === request ? message : undefined,
    );
    this.#send({ type: 'cancel', request, tool, jobId });
    await done.catch(() => undefined);
  }

  /**
   * Inspects the currently installed programs.
   * @throws CodedError `localService.unavailable` if the process ends first
   */
  async describePrograms(): Promise<ProgramFacts[]> {
    const request = (this.#requests += 1);
    const described = this.#answer((message) =>
      message.type === 'described' && message.request === request ? message.programs : undefined,
    );
    this.#send({ type: 'describePrograms', request });
    return described;
  }

  /**
   * Makes a preview of a file.
   * @throws CodedError `localService.unavailable` if the process ends first, or the signal's reason
   */
  async preview(file: PreviewRequest, signal: AbortSignal): Promise<PreviewFacts> {
    return this.#result(
      (request) => ({ type: 'preview', request, file }),
      (message) => (message.type === 'previewed' ? message.answer : undefined),
      signal,
    );
  }

  /**
   * Converts a file. Resolves to the properties that the result may have lost.
   * @throws CodedError `localService.unavailable` if the process ends first, or the signal's reason
   */
  async convert(file: DirectConversion, signal: AbortSignal): Promise<readonly string[]> {
    return this.#result(
      (request) => ({ type: 'convert', request, file }),
      (message) => (message.type === 'converted' ? message.answer : undefined),
      signal,
    );
  }

  /**
   * Finds out which properties a file has. The traits of an unreadable file are unknown.
   * @throws CodedError `localService.unavailable` if the process ends first, or the signal's reason
   */
  async probe(file: ProbeRequest, signal: AbortSignal): Promise<Traits> {
    return this.#request(
      (request) => ({ type: 'probe', request, file }),
      (message) => (message.type === 'probed' ? message.traits : undefined),
      signal,
    );
  }

  /**
   * Extracts an archive into an empty folder.
   * @throws CodedError `localService.unavailable` if it ends first, or the signal's reason
   */
  async extract(file: ExtractionRequest, signal: AbortSignal): Promise<ExtractedEntries> {
    return this.#result(
      (request) => ({ type: 'extract', request, file }),
      (message) => (message.type === 'extracted' ? message.answer : undefined),
      signal,
    );
  }

  /** Closes the channel to the child process, which then ends. Kills it if it doesn't. */
  dispose(): void {
    if (this.#exited) return;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs);
    timer.unref();
    this.#child.once('exit', () => clearTimeout(timer));
  }

  async #answer<T>(read: (message: ChildMessage) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        messages.dispose();
        exit.dispose();
      };
      const messages = this.#messages.event((message) => {
        const answer = read(message);
        if (answer === undefined) return;
        stop();
        resolve(answer);
      });
      const exit = this.#exit.event(() => {
        stop();
        reject(serviceUnavailable('The local service exited.'));
      });
      if (this.#exited) this.#exit.fire();
    });
  }

  /**
   * Sends a request about a file, and returns what `answerIn` finds in its answer. Cancels the request when the signal
   * aborts, but still waits for the answer. Until then, the service uses the request's folder.
   */
  async #request<T>(
    message: (request: number) => ParentMessage,
    answerIn: (answer: ChildMessage) => T | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    const request = (this.#requests += 1);
    const answered = this.#answer((answer) =>
      'request' in answer && answer.request === request ? answerIn(answer) : undefined,
    );
    this.#send(message(request));
    const cancel = (): void => this.#send({ type: 'cancelRequest', request });
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const answer = await answered.finally(() => signal.removeEventListener('abort', cancel));
    signal.throwIfAborted();
    return answer;
  }

  /** @throws CodedError for the fault in the answer, or like {@link #request} */
  async #result<T>(
    message: (request: number) => ParentMessage,
    answerIn: (answer: ChildMessage) => RequestAnswer<T> | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    const answer = await this.#request(message, answerIn, signal);
    if (!('fault' in answer)) return answer.result;
    const { code, detail, fault } = answer.fault;
    throw new CodedError(codeFromOutside(code), detail, { fault });
  }

  #send(message: ParentMessage): void {
    // If the child process has ended, the exit event reports that.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #ended(log: (message: string) => void, how: string): void {
    if (this.#exited) return;
    this.#exited = true;
    log(`The local service exited: ${how}`);
    this.#exit.fire();
  }
}

/** The error when the local service couldn't be started, or ended while starting. No job was sent to it. */
export function serviceUnavailable(detail: string): CodedError {
  return new CodedError('localService.unavailable', detail);
}
