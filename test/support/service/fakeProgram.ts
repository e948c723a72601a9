import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a shell script that stands where a program of the user's would; `$out` is the file that it is to write. */
export function fakeProgram(folder: string, script: string, name = 'ffmpeg'): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\nfor out; do :; done\nout=\${out#file:}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
