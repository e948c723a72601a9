import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { splitName } from '../../jobs/placement/safeFileName.ts';
import { foreign, say } from '../text/words.ts';
import { askForText } from '../ui/inputs.ts';
import { pick } from '../ui/picks.ts';
import { type CollisionAnswer, collisionQuestion } from './collisionQuestion.ts';

/**
 * The names of a batch that are taken while the setting is to ask. A person is asked once, as soon as the first is found, and
 * what is found later goes by the same answer; who gives none leaves the jobs parked.
 */
export class Collisions {
  readonly #jobs: Jobs;
  readonly #ids: () => readonly string[];
  readonly #signal: AbortSignal;
  /** Jobs that a person would not name. */
  readonly #left = new Set<string>();
  #answer: Promise<CollisionAnswer | undefined> | undefined;
  #naming: Promise<void> = Promise.resolve();

  /** @param ids of the jobs of the batch, as they are by then; `signal` closes the question */
  constructor(jobs: Jobs, ids: () => readonly string[], signal: AbortSignal) {
    this.#jobs = jobs;
    this.#ids = ids;
    this.#signal = signal;
  }

  /** Asks where that is due and goes by the answer. Resolves to whether any job that waited for a name goes on. */
  async resolve(): Promise<boolean> {
    const [first] = this.#waiting();
    if (first === undefined) return false;
    this.#answer ??= this.#ask(first);
    const answer = await this.#answer;
    const waiting = this.#waiting();
    if (answer === undefined) return false;
    if (answer === 'chooseNames') {
      this.#naming = this.#naming.then(() => this.#askForNames());
      await this.#naming;
      return waiting.some(({ id }) => !this.#left.has(id));
    }
    this.#jobs.resolveCollisions(
      waiting.map(({ id }) => id),
      answer,
    );
    return true;
  }

  async #ask({ state }: Job): Promise<CollisionAnswer | undefined> {
    const name = foreign(state.name === 'needsName' ? state.fileName : '');
    const question = collisionQuestion(name, this.#ids().length);
    return (await pick(question, { persistent: true, signal: this.#signal }))?.value;
  }

  async #askForNames(): Promise<void> {
    for (let [job] = this.#waiting(); job !== undefined; [job] = this.#waiting()) {
      const name = await askForName(job);
      // What becomes of it is waited for with the whole batch.
      if (name === undefined) this.#left.add(job.id);
      else void this.#jobs.rename(job.id, name);
    }
  }

  #waiting(): Job[] {
    return this.#ids().flatMap((id) => {
      const job = this.#jobs.get(id);
      return job?.state.name === 'needsName' && !this.#left.has(id) ? job : [];
    });
  }
}

/** Has a person choose another name for a result whose name is taken; `undefined` when the person gives up. */
export async function askForName({ state }: Job): Promise<string | undefined> {
  if (state.name !== 'needsName') return undefined;
  const { fileName } = state;
  const name = await askForText({
    title: say('Name of the result'),
    value: fileName,
    selection: [0, splitName(fileName).stem.length],
    objection: (value) => (value.trim() === '' ? say('Enter a name.') : undefined),
  });
  return name?.trim();
}
