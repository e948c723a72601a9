import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { splitName } from '../../contract/safeFileName.ts';
import { untrusted, say } from '../text/safeText.ts';
import { askForText } from '../ui/inputs.ts';
import { pick } from '../ui/picks.ts';
import { type CollisionAnswer, collisionQuestion } from './collisionQuestion.ts';

/**
 * Handles name collisions in a batch if the setting is to ask. Asks once, at the first collision, and applies the
 * answer to later ones. Without an answer, the jobs stay parked.
 */
export class Collisions {
  readonly #jobs: Jobs;
  readonly #ids: () => readonly string[];
  readonly #signal: AbortSignal;
  /** Jobs for which the user didn't enter a name. */
  readonly #left = new Set<string>();
  #answer: Promise<CollisionAnswer | undefined> | undefined;
  #naming: Promise<void> = Promise.resolve();

  /**
   * @param ids returns the ids of the jobs that are in the batch when it is called
   * @param signal closes the question
   */
  constructor(jobs: Jobs, ids: () => readonly string[], signal: AbortSignal) {
    this.#jobs = jobs;
    this.#ids = ids;
    this.#signal = signal;
  }

  /** Asks if necessary, and applies the answer. Resolves to true if any waiting job is resumed. */
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
    const name = untrusted(state.name === 'needsName' ? state.fileName : '');
    const question = collisionQuestion(name, this.#ids().length);
    return (await pick(question, { persistent: true, signal: this.#signal }))?.value;
  }

  async #askForNames(): Promise<void> {
    for (let [job] = this.#waiting(); job !== undefined; [job] = this.#waiting()) {
      const name = await askForName(job);
      // `rename` isn't awaited, because the code that follows the batch waits for the job anyway.
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

/** Asks for another name for a result whose name already exists. Resolves to `undefined` if the user cancels. */
export async function askForName({ state }: Job): Promise<string | undefined> {
  if (state.name !== 'needsName') return undefined;
  const { fileName } = state;
  const name = await askForText({
    title: say('Name of the result'),
    value: fileName,
    selection: [0, splitName(fileName).stem.length],
    validate: (value) => (value.trim() === '' ? say('Enter a name.') : undefined),
  });
  return name?.trim();
}
