import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '../../../../src/jobs/journal/journal.ts';
import { hasRecords, journalFolder } from '../../../../src/jobs/journal/journalFolder.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

describe('The journals’ folder', () => {
  let storageFolder: string;

  beforeEach(async () => {
    storageFolder = await mkdtemp(join(tmpdir(), 'fun-journals-'));
  });
  afterEach(async () => {
    await rm(storageFolder, { recursive: true });
  });

  it('has no records if no window was ever used', async () => {
    assert.equal(await hasRecords(storageFolder), false);
  });

  it('has records if a window has left a job, and none if its journal is empty', async () => {
    const journal = new Journal(journalFolder(storageFolder), 'a'.repeat(16), () => {});
    await journal.open();
    assert.equal(await hasRecords(storageFolder), false);
    journal.saved(jobWith());
    await journal.close();
    assert.equal(await hasRecords(storageFolder), true);
  });

  it('has records if a journal can’t be read', async () => {
    await mkdir(journalFolder(storageFolder));
    await writeFile(join(journalFolder(storageFolder), 'b.c.jsonl'), 'no line of a journal');
    assert.equal(await hasRecords(storageFolder), true);
  });
});
