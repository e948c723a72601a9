import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where it puts its pipes, whatever it is told of a temporary folder (`sal/osl/unx/pipe.cxx`). */
const pipeFolders = ['/tmp', '/var/tmp'];
const profileName = 'profile';
/** How deep a profile lies in the folder of all jobs at most. */
const maxDepth = 4;
/** How many folders are looked into on each level, should a program that was taken over have made more. */
const maxFolders = 10_000;

/**
 * Removes the Unix sockets over which a LibreOffice whose profile lies somewhere in `folder` could be talked to: one
 * that was killed leaves its own behind, outside of the folder.
 */
export function removePipes(folder: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (const profile of profilesIn(folder)) {
    const name = `OSL_PIPE_${user}_SingleOfficeIPC_${digestOf(profile)}`;
    for (const pipeFolder of pipeFolders) rmSync(path.join(pipeFolder, name), { force: true });
  }
}

function profilesIn(folder: string): string[] {
  const profiles: string[] = [];
  let level = [folder];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    level = level.flatMap(foldersIn).slice(0, maxFolders);
    profiles.push(...level.filter((each) => path.basename(each) === profileName));
  }
  return profiles;
}

/** None where it is gone, or not ours to look into. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Of the profile's address as LibreOffice spells it; bytes lose their leading zeros (`officeipcthread.cxx`). */
function digestOf(profile: string): string {
  const address = pathToFileURL(realpathSync(profile)).href.replaceAll('%7E', '~').replaceAll(';', '%3B');
  const digest = createHash('md5').update(Buffer.from(address, 'utf16le')).digest();
  return [...digest].map((byte) => byte.toString(16)).join('');
}
