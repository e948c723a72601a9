import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../core/job.ts';
import { type JournalContent, mergeJournals, readJournal } from './journalContent.ts';

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
