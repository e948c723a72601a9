import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Work that a separate process does and measures, so that the figures exclude its start. The file that defines the work
 * is also the script of that process.
 */
export class Script<Task extends object, Answer extends object> {
  readonly #file: string;

  constructor(file: string, work: (task: Task) => Promise<Answer>) {
    this.#file = file;
    if (process.argv[1] !== file) return;
    process.once('message', (task: Task) => {
      void work(task).then((answer) => process.send?.(answer));
    });
  }

  async run(task: Task): Promise<Answer> {
    const child = fork(this.#file, { serialization: 'advanced' });
    try {
      child.send(task);
      const [answer] = await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`${this.#file} exited with code ${code}`);
        }),
      ]);
      return answer;
    } finally {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await once(child, 'exit');
      }
    }
  }
}
