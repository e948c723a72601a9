import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { toolIds } from '../contract/tools.ts';
import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../util/clock.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { parseJson } from '../util/json.ts';

const monthFile = /^\d{4}-\d{2}\.jsonl$/;
const size = z.int().check(z.nonnegative());

const entrySchema = z.object({
  job: z.string(),
  /** Distinguishes the submissions of one job. */
  submission: z.string(),
  /** Date in the user's time zone, such as `2026-11-22`. */
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  tool: z.enum(toolIds),
  place: z.enum(['local', 'network']),
  /** File sizes in bytes; absent if there is no result or a size is unknown. */
  sizes: z.optional(z.object({ before: size, after: size })),
  credits: z.number().check(z.nonnegative()),
  /** True if the service reported the cost. Otherwise, it is the minimum that the submission costs. */
  isExact: z.optional(z.boolean()),
});
const lineSchema = z.union([entrySchema, z.object({ undone: z.string() })]);

/** The outcome of one submission of a job. */
export type LedgerEntry = Readonly<z.infer<typeof entrySchema>>;
export type LedgerOutcome = Omit<LedgerEntry, 'day'>;
type Line = Readonly<z.infer<typeof lineSchema>>;

/**
 * The savings and costs of this month's jobs, without file names. They are kept longer than the jobs themselves, in an
 * append-only file for the month, so that several windows can write to it. A later line about a submission replaces an
 * earlier one.
 */
export class Ledger implements Disposable {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: (message: string) => void;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  #writing: Promise<void> = Promise.resolve();
  #isPruned = false;

  constructor(folder: string, clock: Clock, log: (message: string) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  /** Adds outcomes with today's date. Write errors are logged. */
  async add(outcomes: readonly LedgerOutcome[]): Promise<void> {
    const day = this.#today();
    await this.#append(outcomes.map((outcome) => ({ ...outcome, day })));
  }

  /** Removes the savings of jobs that were undone. Their costs stay. */
  async undo(jobs: readonly string[]): Promise<void> {
    await this.#append(jobs.map((job) => ({ undone: job })));
  }

  /** The entries of this month. */
  async thisMonth(): Promise<LedgerEntry[]> {
    return countedEntries(await this.#read(monthOf(this.#today())));
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #append(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return;
    const month = monthOf(this.#today());
    const write = async (): Promise<void> => {
      try {
        await mkdir(this.#folder, { recursive: true });
        await this.#prune(month);
        // The leading line break ends a previous line that a crash or a full disk cut off.
        const text = lines.map((line) => `\n${JSON.stringify(line)}`).join('');
        await appendFile(this.#pathOf(month), text, { mode: 0o600 });
      } catch (error) {
        this.#log(`Savings couldn’t be saved: ${String(error)}`);
      }
    };
    this.#writing = this.#writing.then(write);
    await this.#writing;
    this.#changes.fire();
  }

  async #read(month: string): Promise<Line[]> {
    await this.#writing;
    const text = await readFile(this.#pathOf(month), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      const parsed = lineSchema.safeParse(parseJson(line));
      return parsed.success ? [parsed.data] : [];
    });
  }

  /** Deletes the files of earlier months, once per session. */
  async #prune(month: string): Promise<void> {
    if (this.#isPruned) return;
    this.#isPruned = true;
    const names = await readdir(this.#folder);
    const old = names.filter((name) => monthFile.test(name) && name < month);
    await Promise.all(old.map(async (name) => rm(path.join(this.#folder, name), { force: true })));
  }

  /** Today's date in the user's time zone. */
  #today(): string {
    const now = new Date(this.#clock.now());
    const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
    return `${now.getFullYear()}-${month}-${day}`;
  }

  #pathOf(month: string): string {
    return path.join(this.#folder, `${month}.jsonl`);
  }
}

/** The last entry for each submission, without the sizes of undone jobs. */
function countedEntries(lines: readonly Line[]): LedgerEntry[] {
  const counted = new Map<string, LedgerEntry>();
  for (const line of lines) {
    if (!('undone' in line)) counted.set(JSON.stringify([line.job, line.submission]), line);
    else
      for (const [key, entry] of counted) {
        if (entry.job === line.undone) counted.set(key, { ...entry, sizes: undefined });
      }
  }
  return [...counted.values()];
}

function monthOf(day: string): string {
  return day.slice(0, 'yyyy-mm'.length);
}

/** Bytes saved and credits spent in a period. */
export interface Savings {
  /** Total reduction in file size by compression. */
  readonly savedBytes: number;
  readonly credits: number;
  /** True if the services reported all of these credits. */
  readonly isExact: boolean;
}

/** Totals for a period without jobs. */
export const noSavings: Savings = { savedBytes: 0, credits: 0, isExact: true };

/** Totals of these entries. Only compressions save bytes: after a conversion, people keep the source. */
export function savingsOf(entries: readonly LedgerEntry[]): Savings {
  const saved = entries.map(({ tool, sizes }) =>
    tool === 'compress' && sizes !== undefined ? sizes.before - sizes.after : 0,
  );
  return {
    savedBytes: sum(saved),
    credits: sum(entries.map(({ credits }) => credits)),
    isExact: entries.every(({ credits, isExact }) => credits === 0 || isExact === true),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Records each job in the ledger: its cost once a service has accepted it, its outcome when it ends, and whether it was
 * undone.
 */
export function trackSavings(jobs: Jobs, ledger: Ledger): Disposable {
  const noted = new Map<string, string>();
  const store = new DisposableStore();
  store.add(
    jobs.onDidChange(({ kind, jobs: changed }) => {
      if (kind === 'removed') for (const { id } of changed) noted.delete(id);
      // Restored jobs are skipped, because the last session has recorded their outcomes.
      if (kind !== 'changed') return;
      const outcomes = changed.flatMap((job) => outcomeOf(job) ?? []);
      const news = outcomes.filter((outcome) => noted.get(outcome.job) !== JSON.stringify(outcome));
      for (const outcome of news) noted.set(outcome.job, JSON.stringify(outcome));
      void ledger.add(news);
    }),
  );
  store.add(jobs.onDidUndo((ids) => void ledger.undo(ids)));
  return store;
}

/** A job's outcome so far; `undefined` while it has cost nothing and has no result. */
function outcomeOf({
  id,
  createdAt,
  state,
  tool,
  service,
  charge,
  sourceBytes,
}: Job): LedgerOutcome | undefined {
  const after = state.name === 'done' && state.output !== undefined ? state.outputBytes : undefined;
  const hasSizes = sourceBytes !== undefined && after !== undefined;
  if (!hasSizes && charge === undefined) return undefined;
  const submission = charge?.remote.jobId ?? String(createdAt);
  const sizes = hasSizes ? { sizes: { before: sourceBytes, after } } : {};
  const { credits = 0, isExact = false } = charge ?? {};
  return { job: id, submission, tool, place: service, ...sizes, credits, isExact };
}
