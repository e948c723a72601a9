import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a shell script that stands where FFmpeg would, and tells a version as that does; `$out` is the file that it is to
 * write.
 */
export function fakeProgram(folder: string, script: string, name = 'ffmpeg'): string {
  const file = path.join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" != -version ] || exec echo ffmpeg version 99.1\nfor out; do :; done\nout=\${out#file:}\n${script}\n`,
  );
  chmodSync(file, 0o755);
  return file;
}
