import path from 'node:path';

/** Whether a path is that of a folder or of something below it, as far as names tell; both are absolute. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
