import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open as openFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../support/paths.ts';
import {
  confinementBy,
  isAllowed,
  linuxMechanisms,
  makeJob,
  runConfined,
  users,
} from '../../../support/service/sandboxes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** Devices that everybody can write to on every computer, and the process's own terminal. */
const openDevices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts/ptmx'].map(
  (name) => `/dev/${name}`,
);
const [permissionDenied, notImplemented] = [1, 38];
/** System calls that the kernel denies to processes without root's capabilities, regardless of any filter. */
const onlyForRoot = new Set(
  [
    'ptrace',
    'pivot_root',
    'chroot',
    'open_tree',
    'move_mount',
    'fsopen',
    'fsmount',
    'fspick',
    'swapon',
  ].concat(['swapoff', 'acct', 'unshare', 'bpf', 'reboot', 'syslog', 'settimeofday', 'vhangup']),
);

/** Runs a command in a sandbox, from a process of Node.js, and prints its output. */
const runner = `
const [, module, given] = process.argv;
const { runConfined } = await import(module);
const { confinement, sandbox, command } = JSON.parse(given);
process.stdout.write((await runConfined(confinement, sandbox, command)).said);`;

describe('A program that tries to escape from its sandbox', () => {
  const folder = useTemporaryFolder();

  for (const mechanism of linuxMechanisms) {
    for (const user of users) {
      it(`reads no file that VS Code inherited open in ${mechanism}, run by ${user.name}`, async function () {
        if (!isAllowed(mechanism, user)) this.skip();
        const { input, ...sandbox } = makeJob(folder.path, user);
        const secret = path.join(folder.path, 'secret');
        await writeFile(secret, 'secret');
        await using open = await openFile(secret);
        const program = '/bin/sh';
        const given = {
          confinement: await confinementBy(mechanism, program),
          sandbox: { ...sandbox, inputs: [input] },
          command: { program, args: ['-c', 'ls -l /proc/$$/fd; cat /proc/$$/fd/40 /proc/$$/fd/90'] },
        };
        const module = path.join(root, 'src/engines/programs/confinement/confinement.ts');
        const args = ['--input-type=module', '-e', runner, '--', module, JSON.stringify(given)];
        const inherited = Array.from({ length: 91 }, (_, fd) =>
          fd === 40 || fd === 90 ? open.fd : 'ignore',
        );
        const stdio = ['ignore', 'pipe', 'inherit', ...inherited.slice(3)] as const;
        const { stdout } = spawnSync(process.execPath, args, {
          ...user.ids,
          stdio: [...stdio],
          encoding: 'utf8',
        });
        const files = stdout
          .split('\n')
          .flatMap((line) => / (\d+) -> (.*)/.exec(line)?.slice(1, 3).join(' ') ?? []);
        assert.ok(files.length > 2, stdout);
        assert.deepEqual(
          files.filter((file) => !/^(?:[12] (?:pipe|socket):|\d+ \/dev\/null$)/.test(file)),
          [],
        );
        assert.ok(!stdout.includes('secret'));
      });
    }
  }

  for (const mechanism of linuxMechanisms) {
    for (const user of users) {
      it(`changes nothing and reaches nothing from ${mechanism}, run by ${user.name}`, async function () {
        if (!isAllowed(mechanism, user)) this.skip();
        const job = makeJob(folder.path, user);
        const program = path.join(job.home, 'escape');
        const source = path.join(import.meta.dirname, '../../../support/service/escape.c');
        await promisify(execFile)('gcc', ['-o', program, source, '-pthread']);
        const socket = `sandbox-${process.pid}-${mechanism}`;
        const server = createServer((connection) => connection.destroy()).listen(`\0${socket}`);
        await once(server, 'listening');
        try {
          const confinement = await confinementBy(mechanism, program);
          const { said, exitCode } = await runConfined(confinement, job, { program, args: [socket] }, user);
          assert.equal(exitCode, 0, said);
          const lines = said.trim().split('\n');
          const writable = lines.filter((line) => line.startsWith('writable'));
          assert.deepEqual(
            writable.filter((line) => !openDevices.some((device) => line.endsWith(device))),
            [],
          );
          assert.ok(!lines.includes('connected'));
          assert.ok(lines.includes('thread'));
          const calls = lines.flatMap((line) => {
            const [, name = '', error] = /^call (\w+) (\d+)$/.exec(line) ?? [];
            return name === '' ? [] : [{ name, error: Number(error) }];
          });
          assert.ok(calls.length > 50);
          const allowed = calls.filter(
            ({ name, error }) =>
              error !== permissionDenied &&
              !(name === 'clone3' && error === notImplemented) &&
              (mechanism === 'bubblewrap' || onlyForRoot.has(name)),
          );
          assert.deepEqual(allowed, []);
        } finally {
          server.close();
        }
      });
    }
  }
});
