import { views } from '../../manifest.ts';
import type { Offers } from '../../planning/offer.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { batchProgress, isReconnecting } from '../text/jobs.ts';
import { say, type SafeText, untrusted, sayCount } from '../text/safeText.ts';
import { showWarning, withProgress } from '../ui/messages.ts';
import { splitName } from '../../contract/safeFileName.ts';
import { askForText } from '../ui/inputs.ts';
import { pick } from '../ui/picks.ts';
import { type CollisionAnswer, collisionQuestion } from './batchQuestions.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isNotAccepted } from '../../jobs/cancellation.ts';
import { canRunLocally } from '../../planning/workPlan.ts';
import { fileName } from '../text/names.ts';
import { needsPassword, passwordOption } from './batchSummary.ts';

/** Minimum interval between updates of the progress. */
const reportMs = 200;

interface FollowContext {
  readonly jobs: Jobs;
  readonly offers: Offers;
}

/**
 * Follows a batch until each job has ended or is parked, and then resolves to the jobs. If a batch takes longer than a
 * moment, a notification shows its progress, leads to the list, and can cancel it. If the network doesn't respond for a
 * while, offers to move jobs that it hasn't accepted to this computer.
 */
export async function followBatch(
  { jobs, offers }: FollowContext,
  started: readonly string[],
  title: SafeText,
): Promise<Job[]> {
  const details = { title: say('Show Jobs'), command: `${views.jobs}.focus` };
  const options = { place: 'notification', cancellable: true, title, details } as const;
  return withProgress(options, async (signal, report) => {
    let ids = started;
    let reported = 0;
    let isOffered = false;
    let moving = Promise.resolve();
    const batch = (): readonly Job[] => ids.flatMap((id) => jobs.get(id) ?? []);
    const move = async (): Promise<void> => {
      const replaced = await jobs.moveTo('local', await movable());
      ids = ids.map((id) => replaced.get(id) ?? id);
    };
    const movable = (): Promise<readonly string[]> => locallyRunnable(offers, batch());
    const collisions = new Collisions(jobs, () => ids, signal);
    const showProgress = (): void => {
      const { share, text } = batchProgress(batch(), ids.length);
      report(text, Math.max(0, share - reported));
      reported = Math.max(reported, share);
    };
    let redraw: Disposable | undefined;
    const update = (): void => {
      // The notification isn't updated more often than the list of jobs.
      redraw ??= systemClock.schedule(reportMs, () => {
        redraw = undefined;
        showProgress();
      });
      void collisions.resolve();
      if (isOffered || !batch().some(isReconnecting)) return;
      isOffered = true;
      void offerThisComputer(movable, () => (moving = move()));
    };
    const listener = jobs.onDidChange(update);
    signal.addEventListener('abort', () => void jobs.cancel(ids));
    try {
      showProgress();
      update();
      for (;;) {
        const followed = ids;
        const settled = await jobs.settled(followed);
        await moving;
        if (!(await collisions.resolve()) && followed === ids) return settled;
      }
    } finally {
      listener.dispose();
      redraw?.dispose();
    }
  });
}

async function offerThisComputer(
  movable: () => Promise<readonly string[]>,
  move: () => Promise<void>,
): Promise<void> {
  if ((await movable()).length === 0) return;
  const rest = { title: say('Run Rest Locally'), run: move };
  await showWarning(say('The network isn’t responding. Reconnecting…'), rest);
}

/**
 * Handles name collisions in a batch if the setting is to ask. Asks once, at the first collision, and applies the
 * answer to later ones. Without an answer, the jobs stay parked.
 */
class Collisions {
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

/**
 * Retries jobs. If files are locked, asks for their password once. Without an answer, their jobs aren't retried.
 * Resolves to the ids of the retried jobs.
 */
export async function retryJobs(jobs: Jobs, ids: readonly string[]): Promise<readonly string[]> {
  const locked = ids.filter((id) => {
    const job = jobs.get(id);
    return job !== undefined && needsPassword(job);
  });
  const others = ids.filter((id) => !locked.includes(id));
  const sources = locked.map((id) => jobs.get(id)?.source ?? '');
  const password = locked.length === 0 ? undefined : await askForPassword(sources);
  jobs.retry(others);
  if (password === undefined) return others;
  jobs.retry(locked, { options: { [passwordOption]: password } });
  return ids;
}

/** Asks for the password of locked files, given by URI. Resolves to `undefined` if the user cancels. */
export async function askForPassword(locked: readonly string[]): Promise<string | undefined> {
  const [first = ''] = locked;
  return askForText({
    title:
      locked.length === 1
        ? say('Password of {0}', fileName(first))
        : sayCount(locked.length, { one: 'Password of {0} file', other: 'Password of {0} files' }),
    prompt: say('It’s only used for this conversion and isn’t stored.'),
    value: '',
    secret: true,
    persistent: true,
    validate: (value) => (value === '' ? say('Enter the password.') : undefined),
  });
}

/**
 * The ids of the jobs that wait for the network, that the network has certainly not accepted, and that this computer
 * supports.
 */
export async function locallyRunnable(offers: Offers, jobs: readonly Job[]): Promise<readonly string[]> {
  const waiting = jobs.filter((job) => job.service === 'network' && isNotAccepted(job));
  if (waiting.length === 0) return [];
  const offer = await offers.here();
  return waiting.flatMap(({ id, source, tool, targetFormat }) => {
    if (tool === 'combine') return [];
    const format = formatOfFileName(source);
    return format !== undefined && canRunLocally(offer, format, { tool, targetFormat }) ? id : [];
  });
}
