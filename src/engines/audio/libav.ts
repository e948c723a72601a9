import path from 'node:path';
// Its types say `export =`.
// eslint-disable-next-line import/default
import front from '@libav.js/variant-obsolete';
import factory from '@libav.js/variant-obsolete/factory';
import wasmFile from '@libav.js/variant-obsolete/libav.wasm';

/**
 * The libraries of ffmpeg with WAV, MP3, FLAC, Ogg and Matroska and the codecs of these. They know no network and no
 * playlists, and of files only what is handed to them. Numbers that stand for things are pointers.
 */
export type Libav = front.LibAV & front.LibAVSync;

/** `AVMediaType`. */
export const [videoType, audioType] = [0, 1] as const;

/** `AVSampleFormat`; the channels of the last two stand apart from each other. */
export const sampleFormats = { s16: 1, s32: 2, f32: 3, s16Planar: 6, f32Planar: 8 } as const;

const quiet = -8;
let loaded: Promise<Libav> | undefined;

/** Loads them on the first call, which takes some 50 ms. */
export async function loadLibav(): Promise<Libav> {
  loaded ??= load();
  return loaded;
}

/** Has the next file be read by a fresh instance: what one that broke off holds is never freed. */
export function forgetLibav(): void {
  loaded = undefined;
}

async function load(): Promise<Libav> {
  const wasmurl = path.join(import.meta.dirname, wasmFile);
  const libav = await front.LibAV({ noworker: true, factory: silent, wasmurl });
  libav.av_log_set_level_sync(quiet);
  return libav;
}

/** It would print what it finds wrong with files. */
async function silent(settings: object): Promise<unknown> {
  return factory({ ...settings, print: () => undefined, printErr: () => undefined });
}
