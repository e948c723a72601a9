import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folders in which LibreOffice creates its pipes, regardless of the temporary folder (`sal/osl/unx/pipe.cxx`). */
const pipeFolders = ['/tmp', '/var/tmp'];
const profileName = 'profile';
/** The maximum depth of a LibreOffice profile below the folder of all jobs. */
const maxDepth = 4;
/** The maximum number of folders to visit per level, in case a compromised program has created more. */
const maxFolders = 10_000;

/**
 * Removes the Unix sockets of LibreOffice runs whose profile is inside `folder`. A killed LibreOffice leaves its socket
 * behind, outside the folder.
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

/** Returns the subfolders of a folder, or none if the folder is gone or not accessible. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Returns the hash that LibreOffice computes from the profile's URL. It is hexadecimal, without the leading zero of
 * each byte (`officeipcthread.cxx`).
 */
function digestOf(profile: string): string {
  const address = pathToFileURL(realpathSync(profile)).href.replaceAll('%7E', '~').replaceAll(';', '%3B');
  const digest = createHash('md5').update(Buffer.from(address, 'utf16le')).digest();
  return [...digest].map((byte) => byte.toString(16)).join('');
}
