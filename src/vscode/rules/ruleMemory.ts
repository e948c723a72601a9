import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Job, PlacedFile } from '../../jobs/core/job.ts';
import type { FileFacts } from '../../jobs/core/fileStore.ts';
import { fileKey } from '../../jobs/core/fileUri.ts';
import { isUnchanged } from '../../jobs/placement/placedFile.ts';

/** Limits the size of the file. The oldest entries are dropped first. */
const maxEntries = 20_000;

/** Undoing several batches can restore this many states of one file. */
const maxEntriesPerFile = 10;

const placedFile = z.object({ uri: z.string(), sizeBytes: z.number(), modifiedMs: z.number() });
const entrySchema = z.object({
  /** The rule's source file, with its size and date. */
  source: placedFile,
  preset: z.string(),
  output: placedFile,
});
const memorySchema = z.object({
  made: z.array(entrySchema),
  /** Originals that results replaced, and that undoing would restore. */
  replaced: z.array(placedFile),
  pending: z.array(z.object({ jobId: z.string(), preset: z.string() })),
});

type Made = z.infer<typeof entrySchema>;
type Memory = z.infer<typeof memorySchema>;

/**
 * The results that rules made in a folder. They are stored on disk, so that other windows know them. Rules don't
 * process a result again, unless somebody changes it.
 */
export class RuleMemory {
  readonly #file: string;
  readonly #made: Made[] = [];
  readonly #replaced: PlacedFile[] = [];
  readonly #pending: Map<string, string>;
  /** Results and replaced originals, by `fileKey`. */
  readonly #ours = new Map<string, PlacedFile[]>();
  /** The last result of each preset, by the `fileKey` of its source. */
  readonly #last = new Map<string, Made>();
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(file: string, { made, replaced, pending }: Memory) {
    this.#file = file;
    for (const each of made.slice(-maxEntries)) this.#addMade(each);
    for (const each of replaced.slice(-maxEntries)) this.#addReplaced(each);
    this.#pending = new Map(pending.map(({ jobId, preset }) => [jobId, preset]));
  }

  /** Reads the stored entries. Starts without any if they can't be read. */
  static async open(file: string): Promise<RuleMemory> {
    const text = await readFile(file, 'utf8').catch(() => '');
    const parsed = memorySchema.safeParse(parsedOr(text));
    return new RuleMemory(file, parsed.success ? parsed.data : { made: [], replaced: [], pending: [] });
  }

  /** True if a rule made the file, or undoing a rule's work restored it. */
  isOurs(uri: string, facts: FileFacts): boolean {
    return this.#ours.get(fileKey(uri))?.some((each) => isUnchanged(each, facts)) === true;
  }

  /** The last result that a rule's preset made from a file. */
  lastOf(source: string, preset: string): Made | undefined {
    return this.#last.get(lastKey(source, preset));
  }

  /** Records that a rule started these jobs, before they have any effect. */
  async begun(jobs: readonly Job[], preset: string): Promise<void> {
    for (const { id } of jobs) this.#pending.set(id, preset);
    await this.#save();
  }

  /** Records the end of a job that a rule started. Ignores other jobs. */
  async ended(
    { id, source, sourceBytes = 0, sourceModifiedMs = 0 }: Job,
    output: PlacedFile | undefined,
    original: Omit<PlacedFile, 'uri'> | undefined,
  ): Promise<void> {
    const preset = this.#pending.get(id);
    if (preset === undefined) return;
    this.#pending.delete(id);
    if (output !== undefined) {
      const from = { uri: source, sizeBytes: sourceBytes, modifiedMs: sourceModifiedMs };
      this.#addMade({ source: from, preset, output });
      if (original !== undefined) this.#addReplaced({ ...original, uri: output.uri });
    }
    await this.#save();
  }

  #addMade(made: Made): void {
    this.#made.push(made);
    this.#last.set(lastKey(made.source.uri, made.preset), made);
    this.#addOurs(made.output);
  }

  #addReplaced(file: PlacedFile): void {
    this.#replaced.push(file);
    this.#addOurs(file);
  }

  #addOurs(file: PlacedFile): void {
    const key = fileKey(file.uri);
    this.#ours.set(key, [...(this.#ours.get(key) ?? []), file].slice(-maxEntriesPerFile));
  }

  /** Saves the entries. Many jobs may end at once, so changes during a write are saved together by the next one. */
  async #save(): Promise<void> {
    this.#next ??= this.#writing.then(async () => this.#write());
    this.#writing = this.#next.catch(() => {});
    await this.#next;
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    const text = JSON.stringify({
      made: this.#made.slice(-maxEntries),
      replaced: this.#replaced.slice(-maxEntries),
      pending: [...this.#pending].map(([jobId, preset]) => ({ jobId, preset })),
    });
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFile(`${this.#file}.part`, text, { mode: 0o600 });
    await rename(`${this.#file}.part`, this.#file);
  }
}

function lastKey(source: string, preset: string): string {
  return `${fileKey(source)} ${preset}`;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
