import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * Who confines a program already: what Snap and Flatpak install is started by them, in a box of theirs, and what stands on
 * PATH only leads to them. What may be touched in there is between them and the package.
 */
export async function packager(program: string): Promise<'snap' | 'flatpak' | undefined> {
  const folder = path.dirname(program);
  if (folder.endsWith('/flatpak/exports/bin')) return 'flatpak';
  const real = await realpath(program).catch(() => program);
  return folder.endsWith('/snap/bin') || path.basename(real) === 'snap' ? 'snap' : undefined;
}
