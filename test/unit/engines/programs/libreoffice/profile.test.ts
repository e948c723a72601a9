import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removePipes } from '../../../../../src/engines/programs/libreoffice/profile.ts';
import { useTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** A file at the path that LibreOffice uses for the pipe of a profile. */
function pipeOf(address: string): string {
  const digest = createHash('md5').update(Buffer.from(address, 'utf16le')).digest('hex');
  const name = digest.replaceAll(/0([0-9a-f])|([0-9a-f]{2})/g, '$1$2');
  const file = `/tmp/OSL_PIPE_${process.getuid?.()}_SingleOfficeIPC_${name}`;
  writeFileSync(file, '');
  return file;
}

describe('removePipes', function () {
  const folder = useTemporaryFolder();
  let made: string[] = [];

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  afterEach(() => {
    for (const file of made.splice(0)) rmSync(file, { force: true });
  });

  function profile(inner: string): void {
    mkdirSync(path.join(folder.path, inner), { recursive: true });
  }

  it('removes only the pipes of profiles in the folder, as LibreOffice names them', () => {
    const address = `file://${realpathSync(folder.path)}`;
    // The way in which LibreOffice spelled such paths when it was observed.
    const spelled = {
      'job/home/profile': 'job/home/profile',
      'a b; ~ü%/home/profile': 'a%20b%3B%20~%C3%BC%25/home/profile',
      'job/home/0123/profile': 'job/home/0123/profile',
    };
    for (const inner of Object.keys(spelled)) profile(inner);
    const own = Object.values(spelled).map((inner) => pipeOf(`${address}/${inner}`));
    const others = pipeOf(`${address}/other/home/profile`);
    made = [...own, others];
    removePipes(folder.path);
    assert.deepEqual(made.filter(existsSync), [others]);
  });

  it('finds the profile by its real path', () => {
    profile('real/home/profile');
    symlinkSync(path.join(folder.path, 'real'), path.join(folder.path, 'link'));
    made = [pipeOf(`file://${realpathSync(folder.path)}/real/home/profile`)];
    removePipes(path.join(folder.path, 'link'));
    assert.deepEqual(made.filter(existsSync), []);
  });

  it('does nothing if there is no folder', () => removePipes(path.join(folder.path, 'gone')));
});
