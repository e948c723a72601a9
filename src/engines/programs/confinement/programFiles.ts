import { access } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownValue } from '../../../util/ownValue.ts';

/** The Homebrew folder that all its programs and their shared libraries are in. */
const homebrew = '/home/linuxbrew/.linuxbrew';
const homebrewFolders = ['bin', 'Cellar', 'opt', 'lib', 'libexec', 'share', 'etc/fonts'];

/** Environment variables that contain the paths of a program's libraries and data. */
const pathVariables = ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'TESSDATA_PREFIX'];

/**
 * Returns the files and folders that belong to a program: those installed with its executable, and those that
 * environment variables name. Excludes everything else, because the executable may be in the user's home folder among
 * private files.
 */
export async function programFiles(
  executable: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const shared = executable.startsWith(`${homebrew}/`)
    ? homebrewFolders.map((name) => path.join(homebrew, name))
    : [];
  const named = pathVariables
    .flatMap((name) => ownValue(env, name)?.split(path.delimiter) ?? [])
    .filter((file) => path.isAbsolute(file));
  const all = [executable, ...shared, ...(await installation(executable)), ...named];
  return all.filter((file) => !holdsHome(file));
}

/** Returns the folders that were installed with an executable, for common folder layouts. */
async function installation(executable: string): Promise<string[]> {
  const folder = path.dirname(executable);
  const above = path.dirname(folder);
  switch (path.basename(folder)) {
    case 'bin': {
      const isPersonal = above === path.join(os.homedir(), '.local');
      // `~/.local/share` contains the data of all the user's programs.
      const shared = isPersonal ? [] : ['share'];
      return [folder, ...['lib', 'lib64', 'libexec', ...shared].map((name) => path.join(above, name))];
    }
    // LibreOffice's executables are in a folder named `program`.
    case 'program':
      return [above];
    case 'MacOS':
      return [path.dirname(above)];
    default:
      // Calibre has a `resources` folder beside its executables.
      return (await isThere(path.join(folder, 'resources'))) ? [folder] : [];
  }
}

/** True for the user's home folder or a folder that contains it. */
function holdsHome(file: string): boolean {
  const [first = ''] = path.relative(file, os.homedir()).split(path.sep);
  return first !== '..';
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
