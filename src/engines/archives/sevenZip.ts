import sevenZip, { type FileSystem } from '7z-wasm';
import wasmFile from '7z-wasm/7zz.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConversionError } from '../api/conversionError.ts';
import { tooLarge } from './faults.ts';

/** The exit code: 0 is success, 1 is success with warnings. */
export interface SevenZipEnd {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Limits on further writes, by us or by 7-Zip. */
interface WriteLimits {
  readonly bytes: number;
  /** Files and folders. */
  readonly nodes: number;
}

/** 7-Zip as a program that can run several times on the same disk, for one conversion. */
export interface SevenZip {
  /** Its disk, in memory, without files of this computer. */
  readonly disk: FileSystem;
  readonly allow: (limits: WriteLimits) => void;
  /** @throws ConversionError `conversion.limit_exceeded`, after which nothing more can run */
  readonly run: (args: readonly string[]) => SevenZipEnd;
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
  // The default output, character by character, takes seconds for a long list.
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

/** The output, as an Emscripten device. */
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

/** Counts the bytes actually written, since an archive's declared sizes may be false; exceeding the limit ends the run. */
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
  // Space is reserved for the declared size before anything is written.
  disk.ftruncate = (fd, length) => {
    if (length > bytesLeft) throw tooLarge();
    ftruncate(fd, length);
  };
  return ({ bytes, nodes }) => {
    bytesLeft = bytes;
    nodesLeft = nodes;
  };
}
