import { readdir } from 'node:fs/promises';

/** Every file below a folder, but for the leases. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'lease.json').map((entry) => entry.name);
}
