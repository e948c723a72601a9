import wasmFile from 'harfbuzzjs/dist/harfbuzz-subset.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { damaged } from '../api/conversionError.ts';
import type { CodePoints } from './fonts.ts';

/** The C functions of HarfBuzz's subsetter. All arguments are numbers or addresses in its memory. */
interface HarfBuzz {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const writable = 2;

/**
 * Removes glyphs that the given characters don't need. Keeps names, hinting, layout features, and the axes of a
 * variable font.
 * @throws ConversionError
 */
export async function subset(font: Buffer, characters: readonly CodePoints[]): Promise<Buffer> {
  // Each call has its own instance, so no memory needs to be freed.
  const harfBuzz = await openHarfBuzz();
  const data = harfBuzz.malloc(font.length);
  new Uint8Array(harfBuzz.memory.buffer).set(font, data);
  const face = harfBuzz.hb_face_create(harfBuzz.hb_blob_create(data, font.length, writable, 0, 0), 0);
  const input = harfBuzz.hb_subset_input_create_or_fail();
  harfBuzz.hb_subset_input_keep_everything(input);
  harfBuzz.hb_set_clear(harfBuzz.hb_subset_input_glyph_set(input));
  const unicodes = harfBuzz.hb_subset_input_unicode_set(input);
  harfBuzz.hb_set_clear(unicodes);
  for (const [first, last] of characters) {
    for (let character = first; character <= last; character += 1) harfBuzz.hb_set_add(unicodes, character);
  }
  const smaller = harfBuzz.hb_subset_or_fail(face, input);
  if (smaller === 0) throw damaged('font');
  const blob = harfBuzz.hb_face_reference_blob(smaller);
  const at = harfBuzz.hb_blob_get_data(blob, 0);
  return Buffer.from(
    new Uint8Array(harfBuzz.memory.buffer).slice(at, at + harfBuzz.hb_blob_get_length(blob)),
  );
}

async function openHarfBuzz(): Promise<HarfBuzz> {
  const wasm = await readFile(path.join(import.meta.dirname, wasmFile));
  const { exports } = (await WebAssembly.instantiate<HarfBuzz>(wasm)).instance;
  exports['_initialize']();
  return exports;
}
