import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { probe } from '../../../../src/engines/programs/confinement/probe.ts';
import { mechanisms } from '../../../../src/engines/programs/confinement/mechanisms.ts';
import { becomes } from '../../../support/eventually.ts';
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
import { processesAt } from '../../../support/service/processes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const shell = '/bin/sh';
const python = '/usr/bin/python3';
const secret = 'xyzzy';
/** The folders at the root of the file system that a sandbox may show. */
const systemFolders = new Set(
  ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'usr', 'etc', 'var', 'run', 'nix', 'gnu'].concat([
    'dev',
    'proc',
    'tmp',
  ]),
);

for (const mechanism of linuxMechanisms) {
  for (const user of users) {
    describe(`The ${mechanism} sandbox run by ${user.name}`, () => {
      const folder = useTemporaryFolder();

      before(function () {
        if (!isAllowed(mechanism, user)) this.skip();
      });

      /** Runs a shell script, and returns its output. */
      async function said(script: string, program = shell): Promise<string> {
        const job = makeJob(folder.path, user);
        const confinement = await confinementBy(mechanism, program);
        const ending = await runConfined(confinement, job, { program, args: ['-c', script] }, user);
        assert.equal(ending.exitCode, 0, ending.said);
        return ending.said;
      }

      it('passes its check', async () => {
        assert.ok(await holds(mechanism, user, folder.path));
      });

      it('shows only the files of the system, the program, and the job', async () => {
        writeFileSync(path.join(folder.path, 'secret'), secret);
        const text = await said(
          `cat ../input '${folder.path}/secret' ../../secret /etc/passwd /etc/shadow; ls -A /root /home ~root; true`,
        );
        assert.match(text, /^input/);
        assert.ok(!text.includes(secret) && !text.includes('root:'), text);
        const shown = (await said('ls -A /')).trim().split('\n');
        assert.deepEqual(
          shown.filter((name) => !systemFolders.has(name)),
          [],
        );
      });

      it('can write only to the job’s folder, and not to its input or to shared memory', async () => {
        const own = path.basename(folder.path);
        const outside = ['/usr', '/etc', '/', '/dev', '/dev/shm', '/proc', '/var', folder.path];
        const places = [...outside.map((place) => path.join(place, own)), '../input', '../output', 'own'];
        const text = await said(
          `for file in ${places.join(' ')} /tmp/temporary; do echo written >>"$file" && echo "into $file"; done; true`,
        );
        // Writing to the sandbox's /tmp is fine, because it is in the job's folder.
        const taken = text.match(/(?<=^into )(?!\/tmp\/).*$/gm);
        assert.deepEqual(taken, ['../output', 'own']);
        const job = path.join(folder.path, 'job');
        assert.deepEqual(
          outside.filter((place) => written(path.join(place, own))),
          [],
        );
        assert.ok(!written(path.join(job, 'input')));
        for (const own of ['output', 'home/own', 'home/tmp/temporary'])
          assert.ok(written(path.join(job, own)), own);
      });

      it('has no network, not even loopback', async () => {
        const listener = await Listener.start();
        try {
          const call = `import urllib.request\ntry: urllib.request.urlopen('${listener.url}', timeout=5)\nexcept OSError: print('unreachable')`;
          assert.match(await said(call, python), /unreachable/);
          await promisify(execFile)(python, ['-c', call]);
          assert.deepEqual(listener.calls, ['/']);
        } finally {
          listener.stop();
        }
      });

      it('shows no other process, and grants no root privileges', async () => {
        const text = await said(
          `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} || echo nobody; cat /proc/self/status`,
        );
        assert.ok(Number(text.split('\n')[0]) < 10, text);
        assert.match(text, /nobody/);
        assert.match(text, /^CapEff:\s+0{16}$/m);
        assert.match(text, /^CapBnd:\s+0{16}$/m);
      });

      it('has no System V memory, which can’t be measured', async () => {
        const calls = 'shmget(0, 4096, 0o1600), libc.msgget(0, 0o1600), libc.semget(0, 9, 0o1600)';
        const text = await said(`import ctypes; libc = ctypes.CDLL(None); print(libc.${calls})`, python);
        assert.equal(text.trim(), '-1 -1 -1');
      });

      it('limits the number of processes, however fast they start', async () => {
        const forks = `
import os, time
started = []
try:
    while len(started) < 20000:
        child = os.fork()
        if child == 0: time.sleep(600); os._exit(0)
        started.append(child)
except OSError: pass
print(len(started))
for child in started: os.kill(child, 9)`;
        const count = Number(await said(forks, python));
        assert.ok(count > 500 && count < 20_000, `${count}`);
      });

      it('leaves no process behind', async () => {
        await said('setsid sleep 600 >/dev/null 2>&1 & (setsid sleep 600 >/dev/null 2>&1 &); true');
        await becomes(() => processesAt(folder.path), []);
      });

      it('reports how the program ended', async () => {
        const job = makeJob(folder.path, user);
        const confinement = await confinementBy(mechanism, shell);
        for (const [script, exitCode] of [
          ['exit 3', 3],
          ['kill -SEGV $$', 139],
        ] as const) {
          const ending = await runConfined(confinement, job, { program: shell, args: ['-c', script] }, user);
          assert.equal(ending.exitCode, exitCode);
        }
      });
    });
  }
}

function written(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').includes('written');
}

/** True if our own test of the sandbox reports that it works. */
async function holds(
  mechanism: (typeof linuxMechanisms)[number],
  { ids }: User,
  folder: string,
): Promise<boolean> {
  if (ids === undefined) {
    return (
      (await probe({ by: mechanism, executable: mechanisms[mechanism].executables[0] ?? '', folder })) ===
      'holds'
    );
  }
  const script = path.join(import.meta.dirname, '../../../support/service/probeAsNobody.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder]);
  const answer: unknown = JSON.parse(stdout);
  return (
    typeof answer === 'object' &&
    answer !== null &&
    Object.entries(answer).some(([id, held]) => id === mechanism && held === true)
  );
}
