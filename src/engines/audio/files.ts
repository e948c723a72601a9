import { closeSync, openSync, writeSync } from 'node:fs';
import type { Disposable } from '../../util/disposable.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import type { Libav } from './libav.ts';

export const inputName = 'input';
export const outputName = 'output';

/** Makes the bytes readable for FFmpeg's libraries under the name `inputName`. */
export function mountInput(libav: Libav, bytes: ByteSource): Disposable {
  libav.onblockread = (name: string, position: number, length: number) => {
    libav.ff_block_reader_dev_send_sync(name, position, bytes.read(position, length));
  };
  libav.mkblockreaderdev_sync(inputName, bytes.size);
  return { dispose: () => libav.unlink_sync(inputName) };
}

/** Makes a seekable file writable for FFmpeg's libraries under the name `outputName`. */
export function mountOutput(libav: Libav, path: string): Disposable {
  const file = openSync(path, 'wx', 0o600);
  libav.onwrite = (_name: string, position: number, bytes: Uint8Array | Int8Array) => {
    writeSync(file, bytes, 0, bytes.length, position);
  };
  libav.mkwriterdev_sync(outputName);
  return {
    dispose: () => {
      closeSync(file);
      libav.unlink_sync(outputName);
    },
  };
}
