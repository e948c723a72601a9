import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import { debianPython } from './debianPython.ts';

type PythonProcess = ChildProcessByStdio<Writable, Readable, null>;

const factsShape = z.looseObject({ bytes: z.number(), fault: z.optional(z.string()) });
type Facts = z.infer<typeof factsShape>;

/** A script's answer: facts, followed by bytes. */
export interface PythonAnswer {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly content: Buffer;
}

/**
 * A Python script that starts with the first request and answers requests in turn (`answering.py`), because starting
 * Python with its libraries takes longer than most answers. The script ends with this process, and keeps this process
 * alive only while it has requests.
 */
export class PythonWorker {
  readonly #script: string;
  #child: PythonProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(script: string) {
    this.#script = script;
  }

  /** @throws Error with the script's exception */
  async ask(request: object): Promise<PythonAnswer> {
    const answer = this.#last.then(async () => this.#askNow(request));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #askNow(request: object): Promise<PythonAnswer> {
    const child = (this.#child ??= start(this.#script));
    holding(child, true);
    child.stdin.write(`${JSON.stringify(request)}\n`);
    try {
      const { facts, content } = await answerOf(child.stdout);
      if (facts.fault !== undefined) throw new Error(facts.fault);
      return { facts, content };
    } finally {
      holding(child, false);
    }
  }
}

function start(script: string): PythonProcess {
  return spawn(debianPython, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' },
  });
}

/** Sets whether the script keeps this process alive. */
function holding(child: PythonProcess, holds: boolean): void {
  for (const each of [child, child.stdin, child.stdout]) {
    // At run time, a pipe to a child is a socket, although its type doesn't say so.
    if (each !== child && !(each instanceof Socket)) continue;
    if (holds) each.ref();
    else each.unref();
  }
}

/** Reads the line of facts, and as many bytes after it as the line announces. */
async function answerOf(stdout: Readable): Promise<{ facts: Facts; content: Buffer }> {
  const chunks: Buffer[] = [];
  let facts: Facts | undefined;
  let missing = 0;
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    chunks.push(Buffer.from(chunk));
    missing -= chunk.length;
    if (facts === undefined) {
      const head = Buffer.concat(chunks);
      const end = head.indexOf('\n');
      if (end < 0) continue;
      facts = factsShape.parse(JSON.parse(head.toString('utf8', 0, end)));
      chunks.splice(0, chunks.length, head.subarray(end + 1));
      missing = facts.bytes + end + 1 - head.length;
    }
    if (missing <= 0) return { facts, content: Buffer.concat(chunks) };
  }
  throw new Error('The Python process has exited');
}
