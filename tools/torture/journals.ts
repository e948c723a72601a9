import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '../../src/jobs/core/job.ts';
import { type JournalContent, mergeJournals, readJournal } from '../../src/jobs/journal/journalContent.ts';

/** The jobs that the journals of all windows tell of, dead ones included. */
export async function jobsOnDisk(storageFolder: string): Promise<readonly Job[]> {
  const folder = path.join(storageFolder, 'journals');
  for (;;) {
    const before = await namesOf(folder);
    const contents = await Promise.all(before.map((name) => read(path.join(folder, name))));
    // A window that adopts moves files while they are read.
    const isSettled = (await namesOf(folder)).join() === before.join();
    const whole = contents.filter((content) => content !== undefined);
    if (isSettled && whole.length === contents.length) return mergeJournals(whole).jobs;
  }
}

async function namesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).toSorted();
}

async function read(file: string): Promise<JournalContent | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : readJournal(text);
}
