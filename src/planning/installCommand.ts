import { readFile } from 'node:fs/promises';
import { ownValue } from '../util/ownValue.ts';

interface PackageManager {
  readonly command: string;
  /** The names of packages that aren't those of the programs. */
  readonly packages: Readonly<Record<string, string | undefined>>;
}

const winget: PackageManager = {
  command: 'winget install',
  packages: {
    ffmpeg: 'Gyan.FFmpeg',
    libreoffice: 'TheDocumentFoundation.LibreOffice',
    pandoc: 'JohnMacFarlane.Pandoc',
    calibre: 'calibre.calibre',
    ghostscript: 'ArtifexSoftware.GhostScript',
    tesseract: 'UB-Mannheim.TesseractOCR',
  },
};
const brew: PackageManager = {
  command: 'brew install',
  packages: { libreoffice: '--cask libreoffice', calibre: '--cask calibre' },
};
const apt: PackageManager = { command: 'sudo apt install', packages: { tesseract: 'tesseract-ocr' } };
const dnf: PackageManager = { command: 'sudo dnf install', packages: { ffmpeg: 'ffmpeg-free' } };
const pacman: PackageManager = {
  command: 'sudo pacman -S',
  packages: {
    libreoffice: 'libreoffice-fresh',
    pandoc: 'pandoc-cli',
    tesseract: 'tesseract tesseract-data-eng',
  },
};

/** By the ids of distributions in `/etc/os-release`. Others are based on one of these. */
const managersOfLinux = Object.entries({ debian: apt, ubuntu: apt, fedora: dnf, rhel: dnf, arch: pacman });

/** The command that installs a program with the package manager of this system; `undefined` if that is unknown. */
export async function installCommand(
  program: string,
  platform: NodeJS.Platform = process.platform,
  osRelease = '/etc/os-release',
): Promise<string | undefined> {
  const manager = await packageManager(platform, osRelease);
  return manager && `${manager.command} ${ownValue(manager.packages, program) ?? program}`;
}

async function packageManager(
  platform: NodeJS.Platform,
  osRelease: string,
): Promise<PackageManager | undefined> {
  if (platform === 'win32') return winget;
  if (platform === 'darwin') return brew;
  if (platform !== 'linux') return undefined;
  const release = await readFile(osRelease, 'utf8').catch(() => '');
  const lines = [...release.matchAll(/^ID(?:_LIKE)?="?([\w .-]+)"?$/gm)];
  const ids = new Set(lines.flatMap(([, named = '']) => named.split(' ')));
  return managersOfLinux.find(([id]) => ids.has(id))?.[1];
}
