import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UndoEntry } from '../core/undoEntry.ts';
import type { Job } from '../core/job.ts';
import { decodeRecord, isOfLaterVersion, type JournalRecord } from './journalRecord.ts';

export interface JournalContent {
  /** The file's id in its header; `undefined` if the header is unreadable. */
  readonly file: string | undefined;
  readonly replaces: string | undefined;
  /** The latest record of each job; `undefined` for a removed job. */
  readonly jobs: ReadonlyMap<string, { readonly revision: number; readonly job: Job | undefined }>;
  readonly undoEntries: ReadonlyMap<string, UndoEntry>;
  /** True if complete lines are unreadable, so something has altered the file. */
  readonly damaged: boolean;
}

const unreadable: JournalContent = {
  file: undefined,
  replaces: undefined,
  jobs: new Map(),
  undoEntries: new Map(),
  damaged: true,
};

/** Reads a journal file. An incomplete last line results from a crash and isn't damage. Intact lines always count. */
export function readJournal(text: string): JournalContent {
  const lines = text.split('\n');
  // The last part without a line feed was being written when the process ended.
  lines.pop();
  if (isOfLaterVersion(lines[0] ?? '')) return unreadable;
  // A power failure can leave a last line of the right length that contains whole blocks of zeros.
  if (lines.at(-1)?.includes('\0')) lines.pop();
  const records = lines.map(decodeRecord);
  const [header] = records;
  const jobs = new Map<string, { revision: number; job: Job | undefined }>();
  const undoEntries = new Map<string, UndoEntry>();
  for (const record of records) if (record !== undefined) replay(record, jobs, undoEntries);
  return {
    file: header?.kind === 'header' ? header.file : undefined,
    replaces: header?.kind === 'header' ? header.replaces : undefined,
    jobs,
    undoEntries,
    damaged: records.includes(undefined) || (records.length > 0 && header?.kind !== 'header'),
  };
}

/** Merges files to the latest record of each job. Ignores files that another one replaces. */
export function mergeJournals(contents: readonly JournalContent[]): {
  jobs: Job[];
  undoEntries: UndoEntry[];
} {
  const replaced = new Set(contents.map((content) => content.replaces));
  const jobs = new Map<string, { revision: number; job: Job | undefined }>();
  const undoEntries = new Map<string, UndoEntry>();
  for (const content of contents) {
    if (content.file !== undefined && replaced.has(content.file)) continue;
    for (const [id, entry] of content.jobs) {
      if (entry.revision > (jobs.get(id)?.revision ?? -1)) jobs.set(id, entry);
    }
    for (const [jobId, entry] of content.undoEntries) undoEntries.set(jobId, entry);
  }
  return {
    jobs: [...jobs.values()].flatMap(({ job }) => job ?? []),
    undoEntries: [...undoEntries.values()].toSorted((a, b) => a.at - b.at),
  };
}

function replay(
  record: JournalRecord,
  jobs: Map<string, { revision: number; job: Job | undefined }>,
  undoEntries: Map<string, UndoEntry>,
): void {
  switch (record.kind) {
    case 'header':
      break;
    case 'job':
      jobs.set(record.job.id, { revision: record.revision, job: record.job });
      break;
    case 'removed':
      jobs.set(record.id, { revision: record.revision, job: undefined });
      break;
    case 'effect':
      undoEntries.set(record.effect.jobId, record.effect);
      break;
    case 'effectOver':
      undoEntries.delete(record.jobId);
      break;
  }
}

const maxLooks = 5;

/** The content of other windows' journals. Only reads them. Includes those of dead owners until they are adopted. */
export class OtherJournals {
  readonly #folder: string;
  readonly #isOwn: (fileName: string) => boolean;
  /** Contents by file name. A journal only grows, so the same length means the same content. */
  readonly #known = new Map<string, { readonly sizeBytes: number; readonly content: JournalContent }>();

  constructor(folder: string, isOwn: (fileName: string) => boolean) {
    this.#folder = folder;
    this.#isOwn = isOwn;
  }

  /**
   * Returns the jobs of other windows.
   * @throws an error of the file system
   */
  async jobs(): Promise<readonly Job[]> {
    for (let look = 1; ; look += 1) {
      try {
        return await this.#readAll();
      } catch (error) {
        // The file was compacted or adopted in the meantime, and its content is in another file now.
        if (look === maxLooks) throw error;
      }
    }
  }

  async #readAll(): Promise<readonly Job[]> {
    const names = (await readdir(this.#folder)).filter(
      (name) => name.endsWith('.jsonl') && !this.#isOwn(name),
    );
    for (const name of this.#known.keys()) if (!names.includes(name)) this.#known.delete(name);
    const contents = await Promise.all(names.map((name) => this.#read(name)));
    return mergeJournals(contents).jobs;
  }

  async #read(name: string): Promise<JournalContent> {
    const path = join(this.#folder, name);
    const known = this.#known.get(name);
    if (known !== undefined && (await stat(path)).size === known.sizeBytes) return known.content;
    const bytes = await readFile(path);
    const content = readJournal(bytes.toString());
    this.#known.set(name, { sizeBytes: bytes.length, content });
    return content;
  }
}
