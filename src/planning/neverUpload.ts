import { readGlob } from '../util/glob.ts';

/**
 * Whether one of the globs names the file, under any of its paths (`/` between folders). A glob without a slash goes by the
 * file's name alone; case never matters, nor whether an accent is a character of its own, as in names that macOS stores. A glob that can't be read names every file: what was meant to be kept here stays here.
 */
export function isNamedBy(globs: readonly string[], paths: readonly string[]): boolean {
  return globs.some((each) => {
    const glob = each.trim().normalize('NFC');
    if (glob === '') return false;
    const matches = readGlob(glob, { ignoreCase: true });
    const byName = !glob.includes('/');
    return (
      matches === undefined || paths.some((path) => matches((byName ? nameOf(path) : path).normalize('NFC')))
    );
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
