import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { limitExceeded } from '../../../../src/contract/faultSentences.ts';
import { removeJobFolder } from '../../../../src/service/server/jobs/jobOutput.ts';
import type { WorkerPool } from '../../../../src/service/worker/pool.ts';
import { eventually } from '../../../support/eventually.ts';
import { isAllowed, linuxMechanisms, makeJob, users } from '../../../support/service/sandboxes.ts';
import { poolAs, programWork } from '../../../support/service/programJobs.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const megabyte = 1024 * 1024;

/** A program that fills the disk with a file that has no name. */
const nameless = '%!\nnull (w) .tempfile exch deletefile /s 1000 string def { dup s writestring } loop\n';
/** A program that creates files without end. */
const countless = '%!\n{ null (w) .tempfile closefile pop } loop\n';

for (const mechanism of linuxMechanisms) {
  for (const user of users) {
    describe(`A hostile PostScript file in the ${mechanism} sandbox, run by ${user.name}`, () => {
      const root = useTemporaryFolder();
      let folder: string;
      let pool: WorkerPool | undefined;

      before(function () {
        if (!isAllowed(mechanism, user)) this.skip();
      });
      beforeEach(() => (folder = root.path));
      afterEach(() => pool?.dispose());

      /** Resolves to the fault of the job, and removes its folder. */
      async function faultOf(program: string, maxOutputBytes: number): Promise<string> {
        pool = poolAs(user, { maxMs: 120_000, maxMemoryBytes: 1000 * megabyte, maxOutputBytes });
        const job = makeJob(folder, user);
        writeFileSync(job.input, program);
        const ghostscript = { engine: 'ghostscript', program: '/usr/bin/gs', from: 'ps', to: 'pdf' };
        const work = await programWork(mechanism, job, ghostscript);
        const fault = await pool.run(work, new AbortController().signal).then(
          () => 'none',
          (error: unknown) => (error instanceof Error ? error.message : ''),
        );
        await removeJobFolder(job);
        assert.ok(!existsSync(job.folder), readdirSync(folder, { recursive: true }).slice(0, 9).join(' '));
        return fault;
      }

      it('can’t fill the disk with a file without a name', async () => {
        assert.equal(await faultOf(nameless, 100 * megabyte), limitExceeded['conversion.output']);
      });

      it('can’t create files without end', async () => {
        assert.equal(await faultOf(countless, 100 * megabyte), limitExceeded['conversion.files']);
      });

      it('can’t take the last half of the disk', async function () {
        if (process.getuid?.() !== 0) this.skip();
        folder = path.join(root.path, 'disk');
        mkdirSync(folder);
        chmodSync(root.path, 0o755);
        assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2g', 'tmpfs', folder]).status, 0);
        try {
          assert.equal(await faultOf(nameless, Infinity), limitExceeded['conversion.disk']);
          await eventually(
            async () => statfs(folder),
            ({ bavail, bsize }) => bavail * bsize > 1900 * megabyte,
          );
        } finally {
          spawnSync('umount', ['--lazy', folder]);
        }
      });
    });
  }
}
