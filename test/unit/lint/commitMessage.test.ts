import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const script = path.resolve('tools/lint/commitMessage.ts');

describe('The check of commit messages', () => {
  const folder = useTemporaryFolder();

  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'A');
    git('config', 'user.email', 'a@localhost');
    commit('Start');
    git('config', 'core.hooksPath', path.resolve('.githooks'));
  });

  it('lets an imperative of 72 characters pass', () => {
    for (const subject of [
      `Add ${'a'.repeat(68)}`,
      'Address the feedback',
      'Use one cache',
      'Revert "Added."',
    ])
      assert.equal(commit(subject).status, 0, subject);
  });

  it('keeps git from committing any other subject, and says why', () => {
    for (const [subject, fault] of [
      ['Added a check', 'imperative'],
      ['Fixes the upload', 'imperative'],
      ['renaming a folder', 'imperative'],
      ['Simplifies and uses', 'imperative'],
      ['Fix the upload.', 'period'],
      [`Add ${'a'.repeat(69)}`, '72 characters'],
    ] as const) {
      const { status, stderr } = commit(subject);
      assert.notEqual(status, 0, subject);
      assert.ok(stderr.includes(subject) && stderr.includes(fault), stderr);
    }
    assert.equal(git('log', '--format=%s'), 'Start\n');
  });

  it('names each wrong commit of a range', () => {
    git('config', '--unset', 'core.hooksPath');
    for (const subject of ['Added one', 'Add two', 'Add three.']) commit(subject);
    const { status, stderr } = spawnSync(process.execPath, [script, '--range', 'HEAD~3..HEAD'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.deepEqual(stderr.match(/“.*”/g), ['“Add three.”', '“Added one”']);
  });

  function commit(subject: string): { status: number | null; stderr: string } {
    return spawnSync('git', ['commit', '--quiet', '--allow-empty', `--message=${subject}`], {
      cwd: folder.path,
      encoding: 'utf8',
    });
  }

  function git(...args: string[]): string {
    return execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' });
  }
});
