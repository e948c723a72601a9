import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from './files.ts';

const run = promisify(execFile);

/** A program to compare with: a shell command that makes the file `$2` from the file `$1`. */
interface Peer {
  readonly name: string;
  readonly script: string;
  /** The values of `$3` for a lossy program, from the gentlest to the harshest. */
  readonly settings?: readonly number[];
  /** Adds metadata that we keep and the other program drops, for a fair comparison. This isn't timed. */
  readonly finish?: (content: Buffer, original: Buffer) => Buffer;
}

const qualities = between(50, 98);
const peerScript = `"${process.execPath}" "${import.meta.dirname}/peerScript.ts"`;
const oxipng = `${peerScript} oxipng 4`;
const pngquant = 'pngquant --quality=0-$3 --speed 1 - <"$1"';
const advzip: Peer = { name: 'advzip', script: 'cp "$1" "$2" && advzip -q -z -4 "$2"' };

/** Popular programs for compressing each format. */
const compressionPeers: Readonly<Record<string, readonly Peer[]>> = {
  jpg: [
    { name: 'jpegoptim', script: 'jpegoptim --quiet --stdout "$1" >"$2"' },
    { name: 'jpegtran', script: 'jpegtran -copy all -optimize -progressive "$1" >"$2"' },
    {
      name: 'cjpeg',
      script: 'djpeg "$1" | cjpeg -quality $3 -optimize -progressive >"$2"',
      finish: withSegments,
      settings: qualities,
    },
    {
      name: 'mozjpeg',
      script: `djpeg "$1" | ${peerScript} mozjpeg $3 >"$2"`,
      finish: withSegments,
      settings: qualities,
    },
  ],
  png: [
    { name: 'optipng', script: 'optipng -quiet -o5 -out "$2" "$1"' },
    { name: 'oxipng', script: `${oxipng} <"$1" >"$2"` },
    { name: 'oxipng, maximum', script: `${peerScript} oxipng 6 <"$1" >"$2"` },
    { name: 'pngquant', script: `${pngquant} >"$2"`, settings: qualities },
    { name: 'pngquant and oxipng', script: `${pngquant} | ${oxipng} >"$2"`, settings: qualities },
  ],
  webp: [
    { name: 'cwebp', script: 'cwebp -quiet -metadata all -m 6 -q $3 "$1" -o "$2"', settings: qualities },
    {
      name: 'cwebp, near lossless',
      script: 'cwebp -quiet -metadata all -m 6 -near_lossless $3 "$1" -o "$2"',
      settings: [0, 20, 40, 60, 80],
    },
    { name: 'cwebp, lossless', script: 'cwebp -quiet -metadata all -lossless -z 9 "$1" -o "$2"' },
  ],
  avif: [
    {
      name: 'avifenc',
      script:
        'avifdec "$1" "$2.y4m" >&2 && avifenc --speed 6 --min 0 --max 63 -a end-usage=q -a cq-level=$((63 - $3)) "$2.y4m" "$2" >&2',
      settings: between(10, 60),
    },
  ],
  gif: [
    { name: 'gifsicle', script: 'gifsicle -O3 "$1" -o "$2"' },
    {
      name: 'gifsicle, lossy',
      script: 'gifsicle -O3 --lossy=$((200 - $3)) "$1" -o "$2"',
      settings: between(0, 195),
    },
  ],
  svg: [{ name: 'svgo, keeping IDs', script: `${peerScript} svgo <"$1" >"$2"` }],
  pdf: [
    {
      name: 'qpdf',
      script: 'qpdf --object-streams=generate --recompress-flate --compression-level=9 "$1" "$2"',
    },
    ...['printer', 'ebook'].map((name) => ({
      name: `ghostscript, ${name}`,
      script: `gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/${name} -o "$2" "$1"`,
    })),
  ],
  docx: [advzip],
  pptx: [advzip],
};

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The result of another program for a file. */
export interface PeerOutput {
  readonly name: string;
  readonly content: Buffer;
  /** Repeats the compression. */
  readonly again: () => Promise<unknown>;
}

/**
 * The smallest result of each program that is still as good as `isGood` requires. A lossy program is tried at several
 * settings to find the first good one. A program has no result if it refuses the file or if even its best result isn't
 * good.
 */
export async function peerOutputs(
  file: string,
  format: string,
  isGood: (content: Buffer) => Promise<boolean>,
): Promise<PeerOutput[]> {
  const folder = await newFolder();
  const outputs: PeerOutput[] = [];
  for (const { name, script, settings = [undefined], finish } of compressionPeers[format] ?? []) {
    let [low, high] = [0, settings.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const setting = settings[middle];
      const output = await outputOf(
        { name: setting === undefined ? name : `${name} ${setting}`, script, ...(finish && { finish }) },
        file,
        path.join(folder, `${outputs.length}-${middle}.${format}`),
        setting,
      );
      if (output && (await isGood(output.content))) {
        outputs.push(output);
        high = middle;
      } else low = middle + 1;
    }
  }
  return outputs;
}

async function outputOf(
  { name, script, finish = (content) => content }: Peer,
  file: string,
  output: string,
  setting: number | undefined,
): Promise<PeerOutput | undefined> {
  // Node's pipes look like a network connection to bash, which then reads .bashrc unless told not to.
  const command = ['--norc', '-c', `set -e -o pipefail; ${script}`, name, file, output, String(setting)];
  const again = async (): Promise<unknown> => run('bash', command);
  try {
    await again();
    return { name, content: finish(await readFile(output), await readFile(file)), again };
  } catch {
    // The exit code of pngquant if it can't reach the quality.
    return undefined;
  }
}

/** EXIF and XMP, profiles, IPTC, and comments. */
const tellingSegments = new Set([0xe1, 0xe2, 0xed, 0xfe]);
const startOfScan = 0xda;

/** A JPEG with the metadata of another one. */
function withSegments(jpeg: Buffer, original: Buffer): Buffer {
  const segments: Buffer[] = [];
  for (let at = 2, end = 0; original[at + 1] !== startOfScan; at = end) {
    end = at + 2 + original.readUInt16BE(at + 2);
    if (tellingSegments.has(original[at + 1] ?? 0)) segments.push(original.subarray(at, end));
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}
