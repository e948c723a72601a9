import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programFiles } from '../../../../../src/engines/programs/confinement/programFiles.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const home = os.homedir();

describe('programFiles', () => {
  const folder = useTemporaryFolder();

  it('are those installed with the program', async () => {
    assert.deepEqual(await programFiles('/opt/ffmpeg/bin/ffmpeg', {}), [
      '/opt/ffmpeg/bin/ffmpeg',
      ...['bin', 'lib', 'lib64', 'libexec', 'share'].map((name) => `/opt/ffmpeg/${name}`),
    ]);
    assert.deepEqual(await programFiles('/opt/libreoffice25.8/program/soffice', {}), [
      '/opt/libreoffice25.8/program/soffice',
      '/opt/libreoffice25.8',
    ]);
    mkdirSync(path.join(folder.path, 'resources'));
    const calibre = path.join(folder.path, 'ebook-convert');
    assert.deepEqual(await programFiles(calibre, {}), [calibre, folder.path]);
  });

  it('include those that Homebrew’s programs share', async () => {
    const brew = '/home/linuxbrew/.linuxbrew';
    const files = await programFiles(`${brew}/Cellar/pandoc/3.1/bin/pandoc`, {});
    for (const name of ['Cellar', 'opt', 'lib']) assert.ok(files.includes(`${brew}/${name}`), name);
    assert.ok(!files.includes(brew));
  });

  it('never include the user’s own files beside the program', async () => {
    for (const file of ['ffmpeg', 'Downloads/ffmpeg']) {
      assert.deepEqual(await programFiles(path.join(home, file), {}), [path.join(home, file)]);
    }
    const files = await programFiles(path.join(home, '.local/bin/pandoc'), {});
    assert.ok(files.includes(path.join(home, '.local/lib')));
    assert.ok(!files.includes(path.join(home, '.local/share')) && !files.includes(path.join(home, '.local')));
    // The folder above this program's is the home folder, which must not be included.
    assert.ok(!(await programFiles(path.join(home, 'program/soffice'), {})).includes(home));
  });

  it('include folders from the environment, except home folders and their parents', async () => {
    const env = {
      LD_LIBRARY_PATH: ['/opt/lib', '', 'relative', '/', home, path.dirname(home)].join(path.delimiter),
      FONTCONFIG_FILE: '/opt/fonts.conf',
    };
    assert.deepEqual(await programFiles('/opt/pandoc', env), ['/opt/pandoc', '/opt/lib', '/opt/fonts.conf']);
  });
});
