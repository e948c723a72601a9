import picomatch from 'picomatch';

/**
 * Whether one of the globs names the file, under any of its paths (`/` between folders). A glob without a slash goes by the
 * file's name alone; case never matters. A glob that can't be read names every file: what was meant to be kept here stays here.
 */
export function isNamedBy(globs: readonly string[], paths: readonly string[]): boolean {
  return globs.some((glob) => {
    if (glob.trim() === '') return false;
    try {
      const matches = picomatch(glob.trim(), { dot: true, nocase: true, basename: !glob.includes('/') });
      return paths.some((path) => matches(path));
    } catch {
      return true;
    }
  });
}
