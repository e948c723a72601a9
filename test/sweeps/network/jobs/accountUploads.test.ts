import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { uploadPartBytes } from '../../../../src/contract/extensions.ts';
import { AccountJobs } from '../../../../src/network/jobs/accountJobs.ts';
import { AccountUploads } from '../../../../src/network/jobs/accountUploads.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { jobParts } from '../../../support/network/jobParts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const sha256 = createHash('sha256').digest('hex');

describe('An id in upper case', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  it('names no upload, whose parts would be stored once for each spelling', async () => {
    const { parts } = await jobParts(current.database, folder.path);
    const { id: account } = await accountWith(current.database);
    const signed: string[] = [];
    const sign = async (key: string) => {
      signed.push(key);
      return { url: '', headers: {} };
    };
    const uploads = new AccountUploads(
      {
        ...parts,
        uploadSpaceBytes: uploadPartBytes,
        uploads: { sign, sizeOf: async () => uploadPartBytes },
      },
      account,
    );
    const { id } = await uploads.create(uploadPartBytes);
    await uploads.sign(id, 0, sha256);
    const refused = { code: 'request.not_found' };
    await assert.rejects(async () => uploads.sign(id.toUpperCase(), 0, sha256), refused);
    await assert.rejects(async () => uploads.find(id.toUpperCase()), refused);
    assert.deepEqual(signed, [`incoming/${id}/part-0`]);
  });

  it('names no job, whose end and result would never be found', async () => {
    const { parts, submit } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database);
    const id = await submit(account);
    const jobs = new AccountJobs(parts, account);
    assert.equal((await jobs.job('convert', id)).id, id);
    await assert.rejects(async () => jobs.job('convert', id.toUpperCase()), { code: 'jobs.not_found' });
  });
});
