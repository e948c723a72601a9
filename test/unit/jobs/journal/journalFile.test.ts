import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../../support/paths.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** Prints how many bytes of the journal had been synced to disk when each step resolved. */
const script = `
  const fs = process.getBuiltinModule('node:fs');
  const { fdatasync } = fs;
  let syncedBytes = 0;
  fs.fdatasync = (descriptor, done) => fdatasync(descriptor, (error) => {
    syncedBytes = fs.fstatSync(descriptor).size;
    done(error);
  });
  const { JournalFile } = await import(process.argv[1]);
  const file = await JournalFile.create(process.argv[2], ['first\\n']);
  const created = syncedBytes;
  file.append('second\\n');
  await file.flush();
  console.log(JSON.stringify({ created, flushed: syncedBytes }));
  file.close();
`;

describe('JournalFile', () => {
  const folder = useTemporaryFolder();

  it('is synced to disk before its promises resolve', async () => {
    const code = pathToFileURL(join(root, 'src/jobs/journal/journalFile.ts')).href;
    const args = ['--input-type=module', '-e', script, code, join(folder.path, 'journal')];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.deepEqual(JSON.parse(stdout), {
      created: 'first\n'.length,
      flushed: 'first\nsecond\n'.length,
    });
  });
});
