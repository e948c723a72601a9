import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { outdated } from '../../../tools/languages/outdated.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('The search for outdated translations', () => {
  const folder = useTemporaryFolder();

  it('finds a text whose English changed in a later commit, until its translation changes', () => {
    git('init', '--quiet');
    write('package.nls.json', { open: 'Open', close: 'Close' });
    write('package.nls.de.json', { open: 'Öffnen', close: 'Schließen' });
    commit('2026-01-01T00:00:00Z');
    assert.deepEqual(outdated(folder.path), []);

    write('package.nls.json', { open: 'Open File', close: 'Close' });
    commit('2026-01-02T00:00:00Z');
    assert.deepEqual(outdated(folder.path), [{ language: 'de', key: 'open' }]);

    write('package.nls.de.json', { open: 'Datei öffnen', close: 'Schließen' });
    assert.deepEqual(outdated(folder.path), []);

    write('package.nls.json', { open: 'Open a File', close: 'Close' });
    assert.deepEqual(outdated(folder.path), [], 'Both are changed, and neither is committed.');
  });

  function write(name: string, texts: Readonly<Record<string, string>>): void {
    writeFileSync(path.join(folder.path, name), JSON.stringify(texts, null, 2));
  }

  function commit(date: string): void {
    git('add', '.');
    git(
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@localhost',
      'commit',
      '--quiet',
      '--message=Change',
      `--date=${date}`,
    );
  }

  function git(...args: string[]): void {
    execFileSync('git', args, { cwd: folder.path });
  }
});
