import * as z from 'zod/mini';
import { Socket } from 'node:net';
import type { EngineTask } from '../../engines/api/task.ts';
import { readLines } from '../../util/text.ts';
import { extractedEntries } from '../localProtocol.ts';

/** Messages from the pool to a worker. */
export interface WorkerRequest {
  readonly task: EngineTask;
}

const count = z.int().check(z.positive());

/** The result of a conversion. The pool validates it, because a malicious file may have compromised the worker. */
const engineResult = z.object({
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
  result: z.optional(engineResult),
  /** The worker's memory at the end of the conversion. The watchdog may only report the maximum. */
  rssBytes: z.optional(z.number()),
});

export type WorkerAnswer = z.infer<typeof workerAnswer>;

/** The work that a watchdog measures. */
export interface WatchedTask {
  readonly outputPath: string;
  /** True if a program does the work, which may write any files in the output's folder. */
  readonly hasProgram: boolean;
}

export function watchedTask({ outputPath, program }: EngineTask): WatchedTask {
  return { outputPath, hasProgram: program !== undefined };
}

const size = z.number().check(z.nonnegative());

/** A watchdog's report about its worker, four times per second. */
export const beat = z.object({
  /** The memory of the worker's own process. */
  rssBytes: size,
  /** The output of the work that was measured; absent if there was none. */
  outputPath: z.optional(z.string()),
  /** The size of the output or, if a program does the work, of all files that take space because of it. */
  writtenBytes: z.optional(size),
  /** What a program uses, together with the worker. */
  program: z.optional(
    z.object({
      memoryBytes: size,
      threads: size,
      /** The number of its files and folders. */
      entries: size,
      /** False if something couldn't be measured, so that the program may use more. */
      isComplete: z.boolean(),
    }),
  ),
});

export type Beat = z.infer<typeof beat>;

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
