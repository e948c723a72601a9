import * as z from 'zod/mini';
import { Socket } from 'node:net';
import type { EngineWork } from '../../engines/api/work.ts';
import { readLines } from '../../util/text.ts';
import { extractedEntries } from '../embeddedMessages.ts';

/** Messages from the pool to a worker. */
export interface WorkerRequest {
  readonly work: EngineWork;
}

const count = z.int().check(z.positive());

/** The result of a conversion. The pool validates it, because a malicious file may have compromised the worker. */
const workResult = z.object({
  extension: z.optional(z.literal('zip')),
  pages: z.optional(count),
  picture: z.optional(
    z.object({
      width: count,
      height: count,
      isReduced: z.optional(z.boolean()),
      pages: z.optional(count),
      frames: z.optional(count),
      encodedBytes: z.optional(count),
    }),
  ),
  traits: z.optional(z.record(z.string().check(z.maxLength(40)), z.boolean())),
  extracted: z.optional(extractedEntries),
});

/** A worker's answer to a request, or a report before it. */
export const workerAnswer = z.object({
  /** The share of the work that is done, in a report. */
  progress: z.optional(z.number().check(z.gt(0), z.lt(1))),
  /** The reason why the conversion failed; absent if the output has been written. */
  fault: z.optional(z.unknown()),
  result: z.optional(workResult),
  /** The worker's memory at the end of the conversion. The watchdog may only report the maximum. */
  rssBytes: z.optional(z.number()),
});

export type WorkerAnswer = z.infer<typeof workerAnswer>;

/**
 * File descriptor of the pipe for a worker's answers, as lines of JSON. With Node's own channel, a worker could fill
 * the pool's memory.
 */
export const answerFd = 3;

/** The connection to a worker's pool, whose requests arrive on standard input as lines of JSON. */
export class PoolChannel {
  readonly #answers = new Socket({ fd: answerFd, readable: false });

  onRequest(listener: (request: WorkerRequest) => void): void {
    readLines(process.stdin, (line) => listener(JSON.parse(line)), Infinity);
  }

  answer(answer: WorkerAnswer): void {
    this.#answers.write(`${JSON.stringify(answer)}\n`);
  }
}
