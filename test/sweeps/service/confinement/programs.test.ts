import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Confinement } from '../../../../src/engines/api/program.ts';
import { Listener } from '../../../support/http/listener.ts';
import {
  confinementBy,
  isAllowed,
  linuxMechanisms,
  makeJob,
  runConfined,
  type User,
  users,
} from '../../../support/service/sandboxes.ts';
import { picturesIn } from '../../../support/service/pdfFacts.ts';
import {
  harmlessRuns,
  createAttackTargets,
  type AttackTargets,
  programAttacks,
  secret,
} from '../../../support/service/programAttacks.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

for (const { name, program, runs } of programAttacks) {
  describe(`${name} controlled by a hostile file`, () => {
    const folder = useTemporaryFolder();
    let listener: Listener;
    let targets: AttackTargets;

    beforeEach(async () => {
      listener = await Listener.start();
      targets = {
        stem: path.join(folder.path, 'secret'),
        outside: path.join(folder.path, 'outside'),
        url: listener.url,
      };
      createAttackTargets(targets);
    });
    afterEach(() => listener.stop());

    async function attack(confinement: Confinement, user: User): Promise<string> {
      const job = makeJob(folder.path, user);
      const all = runs(job.home, targets);
      for (const args of all) {
        await runConfined(confinement, job, { program: realpathSync(program), args }, user);
      }
      return job.folder;
    }

    it('steals, connects, and writes if nothing stops it', async () => {
      const job = await attack({ by: 'nobody' }, { name: 'whoever runs the tests' });
      assert.ok(await hasStolen(job));
      assert.ok(existsSync(targets.outside) || existsSync(`${targets.outside}-folder`));
      // LibreOffice may be installed without its network support.
      if (name !== 'LibreOffice') assert.equal(listener.calls.length, 1);
    });

    for (const mechanism of linuxMechanisms) {
      for (const user of users) {
        it(`reaches nothing in the ${mechanism} sandbox run by ${user.name}, but does its work there`, async function () {
          if (!isAllowed(mechanism, user)) this.skip();
          const confinement = await confinementBy(mechanism, realpathSync(program));
          const job = await attack(confinement, user);
          assert.ok(!(await hasStolen(job)));
          assert.ok(!existsSync(targets.outside) && !existsSync(`${targets.outside}-folder`));
          assert.deepEqual(listener.calls, []);

          const home = path.join(job, 'home');
          const args = harmlessRuns[name]?.(home) ?? [];
          const own = { folder: job, home, input: path.join(job, 'input') };
          const { exitCode, said } = await runConfined(
            confinement,
            own,
            { program: realpathSync(program), args },
            user,
          );
          assert.equal(exitCode, 0, said);
          assert.ok(
            readdirSync(home).some((file) => /^made\.(?!docx)/.test(file)),
            said,
          );
        });
      }
    }
  });
}

/** True if anything in the folder contains the secret, as text or as a picture. */
async function hasStolen(folder: string): Promise<boolean> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pdfs = files.filter((file) => file.endsWith('.pdf')).map((file) => readFileSync(file));
  const pictures = await Promise.all(pdfs.map(async (pdf) => picturesIn(pdf)));
  return pictures.flat().length > 0 || files.some((file) => readFileSync(file).includes(secret));
}
