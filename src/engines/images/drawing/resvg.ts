import { initWasm } from '@resvg/resvg-wasm';
import wasmFile from '@resvg/resvg-wasm/index_bg.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

let loaded: Promise<void> | undefined;

/** Loads resvg on the first call, which takes some 20 ms; it reaches no disk and no network. */
export async function loadResvg(): Promise<void> {
  loaded ??= readFile(path.join(import.meta.dirname, wasmFile)).then((wasm) => initWasm(wasm));
  return loaded;
}
