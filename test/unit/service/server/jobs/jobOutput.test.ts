import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepOutput, removeJobFolder } from '../../../../../src/service/server/jobs/jobOutput.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** Forty nested folders, whose path is longer than Linux allows. */
const dig = `name=$(printf '%0200d' 0); for _ in $(seq 40); do mkdir "$name" && cd "$name"; done; : >file`;

describe('A job’s folder', () => {
  const root = useTemporaryFolder();

  function job() {
    const folder = path.join(root.path, 'job');
    mkdirSync(path.join(folder, 'home'), { recursive: true });
    const outputPath = path.join(folder, 'output');
    writeFileSync(outputPath, '');
    return { folder, outputPath };
  }

  it('is removed with folders deeper than a path can express', async function () {
    if (process.platform !== 'linux') this.skip();
    const { folder, outputPath } = job();
    execFileSync('/bin/sh', ['-c', dig], { cwd: path.join(folder, 'home') });
    await keepOutput({ folder, outputPath });
    assert.deepEqual(readdirSync(folder), ['output']);
    execFileSync('/bin/sh', ['-c', dig], { cwd: folder });
    await removeJobFolder({ folder });
    assert.ok(!existsSync(folder));
  });

  it('is removed with folders that their owner may not read', async function () {
    if (process.platform === 'win32') this.skip();
    const { folder } = job();
    // Root may read any folder.
    const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    chmodSync(root.path, 0o777);
    chmodSync(folder, 0o777);
    const close = 'mkdir -p a/b; echo >a/b/c; chmod 0 a/b a';
    execFileSync('/bin/sh', ['-c', close], { cwd: folder, ...owner });
    const remove = `import('${import.meta.resolve('../../../../../src/util/folders.ts')}').then(({ removeAll }) => removeAll(['a']))`;
    execFileSync(process.execPath, ['-e', remove], { cwd: folder, ...owner });
    assert.deepEqual(readdirSync(folder).toSorted(), ['home', 'output']);
  });

  it('is removed without the targets of its links', async () => {
    const { folder, outputPath } = job();
    const other = path.join(root.path, 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, 'file'), '');
    const link = (name: string): void => symlinkSync(other, path.join(folder, name), 'junction');
    link('link');
    await keepOutput({ folder, outputPath });
    assert.deepEqual(readdirSync(folder), ['output']);
    mkdirSync(path.join(folder, 'home'));
    link('home/link');
    await removeJobFolder({ folder });
    assert.ok(!existsSync(folder));
    assert.deepEqual(readdirSync(other), ['file']);
  });
});
