import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a shell script that stands in for FFmpeg and reports a version as FFmpeg does. `$out` is the output file. */
export function fakeProgram(folder: string, script: string, name = 'ffmpeg'): string {
  const file = path.join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" != -version ] || exec echo ffmpeg version 99.1\nfor out; do :; done\nout=\${out#file:}\n${script}\n`,
  );
  chmodSync(file, 0o755);
  return file;
}
