import sevenZip, { type FileSystem } from '7z-wasm';
import wasmFile from '7z-wasm/7zz.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '../api/conversionError.ts';
import { tooLarge } from './faults.ts';

/** How a run ended: 0 is well, 1 is well with warnings. */
export interface Ending {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** What may be written from now on, by us or by 7-Zip. */
export interface WriteLimits {
  readonly bytes: number;
  /** Files and folders. */
  readonly nodes: number;
}

/** 7-Zip as a program that can be run several times over the same disk, for one conversion. */
export interface SevenZip {
  /** Its disk, which lies in memory; nothing of this computer is on it. */
  readonly disk: FileSystem;
  readonly allow: (limits: WriteLimits) => void;
  /** @throws ConversionError `conversion.limit_exceeded`, after which nothing more can be run */
  readonly run: (args: readonly string[]) => Ending;
}

const maxOutputBytes = 128 * 1024 ** 2;
const maxErrors = 100;

export async function openSevenZip(): Promise<SevenZip> {
  const output = new Output();
  const errors: string[] = [];
  const module = await sevenZip.default({
    wasmBinary: Uint8Array.from(await readFile(path.join(import.meta.dirname, wasmFile))).buffer,
    print: () => undefined,
    printErr: (line) => void (errors.length < maxErrors && errors.push(line)),
    quit: (_code, status) => {
      throw status;
    },
  });
  const disk = module.FS;
  const allow = countWrites(disk);
  // Character by character, as it comes by default, a long list takes seconds.
  disk.getStream(1).stream_ops = output;
  return {
    disk,
    allow,
    run: (args) => {
      errors.length = 0;
      const code = exitCode(() => module.callMain([...args]));
      return { code, output: output.take(), errors: errors.join('\n') };
    },
  };
}

/** What is printed, in the form of a device of Emscripten. */
class Output {
  #chunks: Buffer[] = [];
  #bytes = 0;

  write(_stream: unknown, buffer: Uint8Array, offset: number, length: number): number {
    this.#bytes += length;
    if (this.#bytes > maxOutputBytes) throw tooLarge();
    this.#chunks.push(Buffer.from(buffer.slice(offset, offset + length)));
    return length;
  }

  take(): string {
    const text = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    this.#bytes = 0;
    return text;
  }
}

function exitCode(main: () => unknown): number {
  try {
    return Number(main());
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 2;
    return Number(status);
  }
}

/** Counts what is really written, since the sizes that an archive declares may lie; more than allowed ends the run. */
function countWrites(disk: FileSystem): (limits: WriteLimits) => void {
  let bytesLeft = 0;
  let nodesLeft = 0;
  const write = disk.write.bind(disk);
  const mknod = disk.mknod.bind(disk);
  const ftruncate = disk.ftruncate.bind(disk);
  disk.write = (stream, buffer, offset, length, ...rest) => {
    bytesLeft -= length;
    if (bytesLeft < 0) throw tooLarge();
    return write(stream, buffer, offset, length, ...rest);
  };
  disk.mknod = (nodePath, mode, dev) => {
    nodesLeft -= 1;
    if (nodesLeft < 0) throw tooLarge();
    return mknod(nodePath, mode, dev);
  };
  // Room is made for the declared size before anything is written.
  disk.ftruncate = (fd, length) => {
    if (length > bytesLeft) throw tooLarge();
    ftruncate(fd, length);
  };
  return ({ bytes, nodes }) => {
    bytesLeft = bytes;
    nodesLeft = nodes;
  };
}
