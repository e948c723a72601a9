import { Socket } from 'node:net';
import { readLines } from '../../util/text.ts';
import { answerFd, type WorkerAnswer, type WorkerRequest } from './workerMessages.ts';

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
