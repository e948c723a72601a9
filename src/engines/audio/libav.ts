import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
// The package's types say `export =`.
// eslint-disable-next-line import/default
import front from '@libav.js/variant-obsolete';
import factory from '@libav.js/variant-obsolete/factory';
import wasmFile from '@libav.js/variant-obsolete/libav.wasm';
import type { Disposable } from '../../util/disposable.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { incompleteMedia } from '../lib/mediaFaults.ts';

/**
 * FFmpeg's libraries with WAV, MP3, FLAC, Ogg, and Matroska and their codecs. They have no network access and no
 * playlists, and can only access the files given to them. Numbers that represent objects are pointers.
 */
export type Libav = front.LibAV & front.LibAVSync;

/** The values of FFmpeg's `AVMediaType` for video and audio. */
export const [videoType, audioType] = [0, 1] as const;

/** The values of FFmpeg's `AVSampleFormat`; the last two are planar. */
export const sampleFormats = { s16: 1, s32: 2, f32: 3, s16Planar: 6, f32Planar: 8 } as const;

const quiet = -8;
let loaded: Promise<Libav> | undefined;

/** Returns FFmpeg's libraries. The first call loads them, which takes about 50 ms. */
export async function loadLibav(): Promise<Libav> {
  loaded ??= load();
  return loaded;
}

/** Makes the next file use a new instance, because an aborted one never frees its memory. */
export function resetLibav(): void {
  loaded = undefined;
}

async function load(): Promise<Libav> {
  const wasmurl = path.join(import.meta.dirname, wasmFile);
  const libav = await front.LibAV({ noworker: true, factory: silent, wasmurl });
  libav.av_log_set_level_sync(quiet);
  return libav;
}

/** Creates a module that doesn't print its errors about files. */
async function silent(settings: object): Promise<unknown> {
  return factory({ ...settings, print: () => undefined, printErr: () => undefined });
}

export const inputName = 'input';
export const outputName = 'output';

/** Makes the bytes readable for FFmpeg's libraries under the name `inputName`. */
export function mountInput(libav: Libav, bytes: ByteSource): Disposable {
  libav.onblockread = (name: string, position: number, length: number) => {
    const block = bytes.read(position, length);
    // If the file becomes shorter meanwhile, the libraries would wait forever for the missing bytes.
    if (block.length === 0) throw incompleteMedia();
    libav.ff_block_reader_dev_send_sync(name, position, block);
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

const span = 2 ** 32;

/**
 * Returns the lower 32 bits of a whole number, signed. FFmpeg's JavaScript interface splits 64-bit numbers into two
 * halves.
 */
export function lowHalf(value: number): number {
  return (value % span) | 0;
}

/** Returns the upper 32 bits of a whole number, signed. */
export function highHalf(value: number): number {
  return Math.floor(value / span);
}

/** Combines the two halves of a 64-bit number. */
export function joinHalves(low: number, high: number): number {
  return high * span + (low >>> 0);
}
