import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { ProgramInspector } from '../../../../src/engines/programs/confinement/inspector.ts';
import { isRoot } from '../../../../src/engines/programs/confinement/sandbox.ts';
import { mechanisms } from '../../../../src/engines/programs/confinement/mechanisms.ts';
import { type ProgramFacts, programFacts } from '../../../../src/engines/programs/programFacts.ts';
import { programIds } from '../../../../src/engines/programs/programs.ts';
import { isAllowed, users } from '../../../support/service/sandboxes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const [user = { name: 'nobody' }] = users;
const version = 'echo ffmpeg version 7.1';

describe('ProgramInspector', () => {
  const folder = useTemporaryFolder();

  before(function () {
    if (!isAllowed('bubblewrap', user) || !isAllowed('unshare', user)) this.skip();
  });

  /** Writes a script to a path in the test's folder. */
  function program(file: string, script: string): string {
    const absolute = path.join(folder.path, file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return absolute;
  }
  async function inspected(file: string, options: { maxVersionMs?: number; mustConfine?: boolean } = {}) {
    return new ProgramInspector(folder.path, ['bubblewrap'], options).inspect('ffmpeg', file);
  }

  /** The installed programs, described by a process in which an executable that only fails replaces these ones. */
  async function described(...forbidden: readonly string[]): Promise<ProgramFacts[]> {
    const script = path.join(import.meta.dirname, '../../../support/service/describedPrograms.ts');
    const mounts = forbidden.map((file) => `mount --bind /bin/false ${file} && `).join('');
    const command = `${mounts}exec '${process.execPath}' '${script}' '${folder.path}'`;
    const { stdout } = await promisify(execFile)('unshare', [
      ...(isRoot() ? [] : ['-Ur']),
      '-m',
      'sh',
      '-c',
      command,
    ]);
    return z.array(programFacts).parse(JSON.parse(stdout));
  }

  it('sandboxes every installed program with the first mechanism, and finds its version', async () => {
    const all = await described();
    assert.deepEqual(all.map(({ id }) => id).toSorted(), [...programIds].toSorted());
    for (const { id, version, confiner } of all) {
      assert.equal(confiner, 'bubblewrap', id);
      assert.match(version ?? '', /^\d+(\.\d+)+$/, id);
    }
  });

  it('tries the next mechanism if the first is installed but forbidden, and uses none if all are', async () => {
    const [bubblewrap = '', unshare = ''] = [mechanisms.bubblewrap, mechanisms.unshare].map(
      ({ executables: [file] }) => file,
    );
    for (const { id, confiner } of await described(bubblewrap)) assert.equal(confiner, 'unshare', id);
    for (const facts of await described(bubblewrap, unshare)) {
      assert.deepEqual([facts.confiner, facts.couldBeConfined], [undefined, false], facts.id);
      assert.equal(facts.refusal, isRoot() ? 'root' : undefined, facts.id);
      assert.equal(facts.version === undefined, isRoot(), facts.id);
    }
  });

  it('lets a program read the files installed with it', async () => {
    const file = program('prefix/bin/ffmpeg', '. "$(dirname "$0")"/../lib/words');
    program('prefix/lib/words', version);
    const { confinement, version: reported } = await inspected(file);
    assert.deepEqual([confinement.by, reported], ['bubblewrap', '7.1']);
  });

  it('starts a program by its real path if links lead to it', async () => {
    const real = program('prefix/bin/ffmpeg', version);
    const link = path.join(folder.path, 'ffmpeg');
    symlinkSync(real, link);
    const inspection = await inspected(link);
    assert.deepEqual([inspection.program, inspection.confinement.by], [real, 'bubblewrap']);
  });

  it('runs a program unconfined if it works no other way, and reports that others can be confined', async () => {
    program('elsewhere/words', version);
    const file = program('alone/ffmpeg', `. '${folder.path}/elsewhere/words'`);
    assert.deepEqual(await inspected(file, { mustConfine: false }), {
      program: file,
      confinement: { by: 'nobody' },
      canConfine: true,
      version: '7.1',
    });
  });

  it('runs no program as root without a sandbox, not even to get its version', async () => {
    program('elsewhere/words', version);
    const escaped = path.join(folder.path, 'escaped');
    const file = program('alone/ffmpeg', `touch '${escaped}'; . '${folder.path}/elsewhere/words'`);
    const inSandbox = await inspected(file, { mustConfine: true });
    assert.deepEqual([inSandbox.confinement.by, inSandbox.version], ['bubblewrap', undefined]);
    for (const [where, mechanisms] of [
      ['alone/ffmpeg', []],
      ['snap/bin/ffmpeg', ['bubblewrap']],
    ] as const) {
      const inspector = new ProgramInspector(folder.path, mechanisms, { mustConfine: true });
      const other = program(where, `touch '${escaped}'; ${version}`);
      const { confinement, version: reported } = await inspector.inspect('ffmpeg', other);
      assert.deepEqual([confinement, reported], [{ by: 'refusal', why: 'root' }, undefined], where);
    }
    assert.ok(!existsSync(escaped));
  });

  it('runs nothing while the sandbox’s check has no result, and checks again each time', async () => {
    const asked = path.join(folder.path, 'asked');
    const probeMs = [0, 0];
    const inspector = new ProgramInspector(folder.path, ['bubblewrap'], { probeMs });
    const file = program('ffmpeg', `touch '${asked}'\n${version}`);
    const { confinement, version: reported } = await inspector.inspect('ffmpeg', file);
    assert.deepEqual([confinement, reported], [{ by: 'refusal', why: 'unstarted' }, undefined]);
    assert.ok(!existsSync(asked));
    probeMs.push(240_000);
    assert.equal((await inspector.inspect('ffmpeg', file)).confinement.by, 'bubblewrap');
  });

  it('sandboxes programs that report no version or take too long to', async () => {
    for (const script of ['exit 1', 'exit 0', 'exec sleep 600']) {
      const { confinement, version: reported } = await inspected(program('ffmpeg', script), {
        maxVersionMs: 2000,
      });
      assert.deepEqual([confinement.by, reported], ['bubblewrap', undefined], script);
    }
  });

  it('leaves the confinement of Snap and Flatpak apps to Snap and Flatpak', async () => {
    for (const [file, by] of [
      ['snap/bin/ffmpeg', 'snap'],
      ['flatpak/exports/bin/org.ffmpeg', 'flatpak'],
    ] as const) {
      const inspection = await inspected(program(file, version), { mustConfine: false });
      assert.deepEqual([inspection.confinement, inspection.version], [{ by }, '7.1']);
    }
    const link = path.join(folder.path, 'ffmpeg');
    symlinkSync(program('usr/bin/snap', version), link);
    assert.deepEqual(await inspected(link, { mustConfine: false }), {
      program: link,
      confinement: { by: 'snap' },
      canConfine: true,
      version: '7.1',
    });
  });

  it('asks a program for its version once, until its file changes', async () => {
    const asked = path.join(folder.path, 'asked');
    const inspector = new ProgramInspector(folder.path, []);
    const file = program('ffmpeg', `echo >>'${asked}'\n${version}`);
    await Promise.all([inspector.inspect('ffmpeg', file), inspector.inspect('ffmpeg', file)]);
    await inspector.inspect('ffmpeg', file);
    assert.equal(readFileSync(asked, 'utf8'), '\n');
    program('ffmpeg', `echo >>'${asked}'\n${version}.5`);
    assert.equal((await inspector.inspect('ffmpeg', file)).version, '7.1.5');
  });
});
