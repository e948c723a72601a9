import path from 'node:path';

/** True if a path is the folder or inside it. Both are absolute. Only compares the texts. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
