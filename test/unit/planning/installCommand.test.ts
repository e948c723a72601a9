import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installCommand } from '../../../src/planning/installCommand.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('installCommand', () => {
  const folder = useTemporaryFolder();

  const onLinux = async (release: string): Promise<string | undefined> => {
    const file = path.join(folder.path, 'os-release');
    await writeFile(file, release);
    return installCommand('ffmpeg', 'linux', file);
  };

  it('uses the package manager of Windows and macOS', async () => {
    assert.equal(await installCommand('ffmpeg', 'win32'), 'winget install Gyan.FFmpeg');
    assert.equal(await installCommand('libreoffice', 'darwin'), 'brew install --cask libreoffice');
  });

  it('uses the package manager of the distribution, or of the one that it is based on', async () => {
    assert.equal(await onLinux('NAME="Debian GNU/Linux"\nID=debian\n'), 'sudo apt install ffmpeg');
    assert.equal(await onLinux('ID=linuxmint\nID_LIKE="ubuntu debian"\n'), 'sudo apt install ffmpeg');
    assert.equal(await onLinux('ID="rocky"\nID_LIKE="rhel centos fedora"\n'), 'sudo dnf install ffmpeg-free');
    assert.equal(await onLinux('ID=manjaro\nID_LIKE=arch\n'), 'sudo pacman -S ffmpeg');
  });

  it('knows no command for other systems', async () => {
    assert.equal(await onLinux('ID=alpine\nVERSION_ID=3.20\n'), undefined);
    assert.equal(await installCommand('ffmpeg', 'linux', path.join(folder.path, 'missing')), undefined);
    assert.equal(await installCommand('ffmpeg', 'freebsd'), undefined);
  });
});
