import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { toolEnv } from '../../support/command.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { runFolderVariable } from '../../support/run/runFolder.ts';
import { commandOf, descendantsOf, isRunning, processesNaming } from '../../support/service/processes.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('An interrupted test run', () => {
  const folder = useTemporaryFolder();
  let run: ChildProcess | undefined;
  afterEach(() => run?.kill('SIGKILL'));

  const started = (): number[] => descendantsOf(run?.pid ?? 0);

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`leaves no process or folder behind after ${signal}`, async () => {
      const { [runFolderVariable]: _, ...env } = toolEnv();
      run = spawn('node', ['test/run.ts', 'service', 'test/support/run/endless.ts'], {
        cwd: root,
        env: { ...env, TMPDIR: folder.path },
        stdio: 'ignore',
      });
      const pids = await eventually(started, (all) => all.some((pid) => commandOf(pid) === 'soffice.bin'));
      assert.equal(readdirSync(folder.path).length, 1);
      run.kill(signal);
      await becomes(() => [...pids.filter(isRunning), ...processesNaming(folder.path)], []);
      assert.deepEqual(readdirSync(folder.path), []);
    });
  }
});
