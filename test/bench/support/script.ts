import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Runs a script of this folder in a process of its own, with a task, and resolves to what it says of it. What the task
 * needs beforehand is not in its figures, since the script measures itself.
 */
export async function runScript<Task extends object, Answer>(name: string, task: Task): Promise<Answer> {
  const child = fork(path.join(import.meta.dirname, `${name}.ts`), { serialization: 'advanced' });
  try {
    child.send(task);
    const [answer] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with ${code}.`);
      }),
    ]);
    return answer;
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.disconnect();
      await once(child, 'exit');
    }
  }
}

/** The other side: takes the one task, and answers it. */
export function answerScript<Task, Answer extends object>(work: (task: Task) => Promise<Answer>): void {
  process.once('message', (task: Task) => {
    void work(task).then((answer) => process.send?.(answer));
  });
}
