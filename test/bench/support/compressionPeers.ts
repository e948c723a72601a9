import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../support/paths.ts';
import { secondsOf } from '../statistics.ts';
import { newFolder } from './pictures.ts';

const run = promisify(execFile);

/** Has a shell make the file `$2` of the file `$1`. */
interface Peer {
  readonly name: string;
  readonly script: string;
}

const qualities = [95, 92, 90, 87, 85, 82, 80, 75, 70, 65, 60];
const svgo = path.join(root, 'node_modules/.bin/svgo');

/** What people make files of a format smaller with. Those that lose something are tried at many qualities. */
export const compressionPeers: Readonly<Record<string, readonly Peer[]>> = {
  jpg: [
    { name: 'jpegoptim', script: 'jpegoptim --quiet --stdout "$1" >"$2"' },
    { name: 'jpegtran', script: 'jpegtran -copy all -optimize -progressive "$1" >"$2"' },
    ...qualities.map((quality) => ({
      name: `cjpeg ${quality}`,
      script: `djpeg "$1" | cjpeg -quality ${quality} -optimize -progressive >"$2"`,
    })),
  ],
  png: [
    { name: 'optipng', script: 'optipng -quiet -o5 -out "$2" "$1"' },
    ...qualities.map((quality) => ({
      name: `pngquant ${quality}`,
      script: `pngquant --quality=${quality}-100 --speed 1 --output "$2" "$1"`,
    })),
  ],
  webp: qualities.map((quality) => ({
    name: `cwebp ${quality}`,
    script: `cwebp -quiet -m 6 -q ${quality} "$1" -o "$2"`,
  })),
  gif: [{ name: 'gifsicle', script: 'gifsicle -O3 "$1" -o "$2"' }],
  svg: [{ name: 'svgo', script: `"${svgo}" --quiet --multipass "$1" -o "$2"` }],
  pdf: [
    {
      name: 'qpdf',
      script: 'qpdf --object-streams=generate --recompress-flate --compression-level=9 "$1" "$2"',
    },
    {
      name: 'ghostscript',
      script: 'gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/printer -o "$2" "$1"',
    },
  ],
  docx: [{ name: 'advzip', script: 'cp "$1" "$2" && advzip -q -z -4 "$2"' }],
  pptx: [{ name: 'advzip', script: 'cp "$1" "$2" && advzip -q -z -4 "$2"' }],
};

/** What a peer made of a file. */
export interface PeerOutput {
  readonly name: string;
  readonly content: Buffer;
  readonly seconds: number;
}

/** What all peers of a format make of a file, the smallest first; one that refuses has made nothing. */
export async function peerOutputs(file: string, format: string): Promise<PeerOutput[]> {
  const folder = await newFolder();
  const outputs: PeerOutput[] = [];
  for (const { name, script } of compressionPeers[format] ?? []) {
    const output = path.join(folder, `${outputs.length}.${format}`);
    const command = ['-c', `set -e -o pipefail; ${script}`, name, file, output];
    try {
      const seconds = await secondsOf(async () => run('bash', command));
      outputs.push({ name, content: await readFile(output), seconds });
    } catch {
      // As pngquant does where it can't reach the quality.
    }
  }
  return outputs.toSorted((a, b) => a.content.length - b.content.length);
}
