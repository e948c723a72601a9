import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CodedError, ServiceError } from '../../../src/contract/errors.ts';
import type { Extensions } from '../../../src/contract/extensions.ts';
import type { JobRecord } from '../../../src/contract/jobRecord.ts';
import { type TierLimits, tierLimits } from '../../../src/contract/tiers.ts';
import type { ToolId } from '../../../src/contract/tools.ts';
import type {
  AcceptedJob,
  Download,
  JobOptions,
  NetworkService,
  RemoteJob,
  Submission,
} from '../../../src/jobs/core/service.ts';
import { untilAborted } from '../../../src/util/abort.ts';
import { piecesOf } from '../../../src/util/bytes.ts';

/** A submission that the service has accepted. */
interface Accepted {
  readonly jobId: string;
  readonly fileName: string;
  /** The names of the other files in the submission. */
  readonly others: readonly string[];
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  readonly content: Buffer;
  readonly idempotencyKey: string | undefined;
  /** The id of the key that paid. */
  readonly keyId: string | undefined;
}

type Answer<T> = () => T | Promise<T>;

/**
 * A network in memory with scripted answers. Answers queued for a call come first, in order; then the call succeeds.
 * Uploads are read completely, and downloads are real streams.
 */
export class ScriptedService implements NetworkService {
  readonly id = 'network';
  charges = true;
  readonly hosted = true;
  run: string | undefined;
  /** The id of the current API key. */
  key: string | undefined;
  tier: TierLimits = tierLimits.pro;
  /** If set, no call settles, as for a killed process. */
  silent = false;
  readonly #end = new AbortController();

  /**
   * The API extensions that the service announces. With `idempotencyKeySeconds`, it accepts a submission with a key
   * only once.
   */
  announced: Extensions = {};

  readonly accepted: Accepted[] = [];
  readonly polls: string[] = [];
  /** The number of seconds that each poll was allowed to wait. */
  readonly waits: number[] = [];
  downloads = 0;
  /** The cost of every submission, if its answer reports it. */
  creditsCharged: number | undefined;

  /** Queued answers; each is used once. */
  readonly onSubmit: Answer<void>[] = [];
  /** Like `onSubmit`, but after the job was accepted, so the answer is lost. */
  readonly afterAccept: Answer<void>[] = [];
  readonly onPoll: Answer<Partial<JobRecord>>[] = [];
  readonly onDownload: Answer<Download>[] = [];
  /** The output of every download that has no queued answer. */
  output: Buffer = Buffer.from('output');
  outputFileName: string | undefined;

  address(): string | undefined {
    return this.run;
  }

  async keyId(): Promise<string | undefined> {
    return this.key;
  }

  async limits(): Promise<TierLimits> {
    await this.#alive();
    return this.tier;
  }

  async extensions(): Promise<Extensions> {
    await this.#alive();
    return this.announced;
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<AcceptedJob> {
    await this.#alive();
    await this.#next(this.onSubmit);
    const keyId = this.key;
    if (submission.keyId !== undefined && submission.keyId !== keyId)
      throw new CodedError('api_key.changed', 'Another key is stored.');
    const content = await this.#receive(submission, signal);
    const earlier = this.#acceptedUnder(submission, content);
    const jobId = earlier ?? `job-${this.accepted.length + 1}`;
    const { files, targetFormat, options } = submission;
    const [fileName = '', ...others] = files.map((file) => file.fileName);
    const { idempotencyKey } = submission;
    if (earlier === undefined)
      this.accepted.push({ jobId, fileName, others, targetFormat, options, content, idempotencyKey, keyId });
    await this.#next(this.afterAccept);
    signal.throwIfAborted();
    await this.#alive();
    const { creditsCharged: credits } = this;
    return {
      jobId,
      epoch: this.run,
      ...(keyId === undefined ? {} : { keyId }),
      ...(credits === undefined ? {} : { credits }),
    };
  }

  async job(_tool: ToolId, remote: RemoteJob, _signal?: AbortSignal, waitSeconds = 0): Promise<JobRecord> {
    await this.#alive();
    this.waits.push(waitSeconds);
    this.polls.push(remote.jobId);
    const answer = (await this.#next(this.onPoll)) ?? {};
    return record({ outputFileName: this.outputFileName, ...answer });
  }

  async download(): Promise<Download> {
    await this.#alive();
    this.downloads += 1;
    return (await this.#next(this.onDownload)) ?? downloadOf(this.output);
  }

  #acceptedUnder({ idempotencyKey: key }: Submission, content: Buffer): string | undefined {
    if (key === undefined || this.announced.idempotencyKeySeconds === undefined) return undefined;
    const earlier = this.accepted.find(
      ({ idempotencyKey, keyId }) => idempotencyKey === key && keyId === this.key,
    );
    if (earlier === undefined || earlier.content.equals(content)) return earlier?.jobId;
    throw new ServiceError('request.idempotency_key_reused', 409, 'A different request was sent.');
  }

  async #receive(submission: Submission, signal: AbortSignal): Promise<Buffer> {
    let sent = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for (const { content } of submission.files) {
        for await (const chunk of piecesOf(content)) {
          signal.throwIfAborted();
          sent += chunk.length;
          submission.onSent(sent);
          yield chunk;
        }
      }
    };
    return buffer(counted());
  }

  /** Ends all pending calls at the end of the test. */
  end(): void {
    this.#end.abort();
  }

  async #alive(): Promise<void> {
    if (this.silent) await untilAborted(new Promise(() => {}), this.#end.signal);
  }

  /** The first of the queued answers. */
  async #next<T>(answers: Answer<T>[]): Promise<T | undefined> {
    const answer = answers.shift();
    return answer && untilAborted(Promise.resolve(answer()), this.#end.signal);
  }
}

/** The job record of a service where everything succeeds, with these properties replaced. */
export function record(changes: Partial<JobRecord>): JobRecord {
  return {
    status: 'Succeeded',
    progress: undefined,
    failure: undefined,
    outputFileName: undefined,
    compressionRatio: undefined,
    credits: undefined,
    raw: {},
    ...changes,
  };
}

/** A download of these bytes; `lengthBytes` is the announced length. */
export function downloadOf(bytes: Buffer, lengthBytes: number | undefined = bytes.length): Download {
  return { body: Readable.from([bytes], { objectMode: false }), lengthBytes };
}

/** A download that breaks off with an error after some bytes. */
export function brokenDownload(bytes: Buffer, error: Error): Download {
  const chunks = function* (): Generator<Buffer> {
    yield bytes;
    throw error;
  };
  return { body: Readable.from(chunks(), { objectMode: false }), lengthBytes: bytes.length * 2 };
}

/** An answer that rejects. */
export function rejecting(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** An answer that the test releases. */
interface Gate {
  readonly answer: () => Promise<void>;
  readonly open: () => void;
  /** The number of requests. */
  readonly asked: () => number;
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const answer = (): Promise<void> => {
    asked += 1;
    return promise;
  };
  return { answer, open: resolve, asked: () => asked };
}
