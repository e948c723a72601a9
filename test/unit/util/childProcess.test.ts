import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { killGroup, taskkill } from '../../../src/util/childProcess.ts';

describe('killGroup', () => {
  it('ends a process that leads a group', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: process.platform !== 'win32',
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    killGroup(child.pid ?? 0);
    await once(child, 'exit');
    assert.doesNotThrow(() => killGroup(child.pid ?? 0));
  });

  it('starts Windows’ own program, whatever the current folder holds', () => {
    assert.equal(taskkill({ SystemRoot: 'D:\\Win' }), 'D:\\Win\\System32\\taskkill.exe');
    assert.equal(taskkill({}), 'C:\\Windows\\System32\\taskkill.exe');
  });
});
