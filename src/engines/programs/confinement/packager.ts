import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The packaging system that already sandboxes a program: Snap and Flatpak start their programs in sandboxes of their
 * own, and PATH only has links to them. Their permissions are up to the package.
 */
export async function packager(program: string): Promise<'snap' | 'flatpak' | undefined> {
  const folder = path.dirname(program);
  if (folder.endsWith('/flatpak/exports/bin')) return 'flatpak';
  const real = await realpath(program).catch(() => program);
  return folder.endsWith('/snap/bin') || path.basename(real) === 'snap' ? 'snap' : undefined;
}
