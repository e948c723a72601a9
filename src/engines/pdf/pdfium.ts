import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import wasmFile from '@embedpdf/pdfium/pdfium.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

/** PDFium, without scripts, network, or disk access: it reads blocks that are passed to it. */
export type Pdfium = WrappedPdfiumModule;

/** Its own memory: a page of a hundred megapixels, drawn over another, and the document's content. */
const maxBytes = 1280 * 1024 ** 2;
/** The growth step of WebAssembly memory. */
const pageBytes = 64 * 1024;

let loaded: Promise<Pdfium> | undefined;

/** Loaded on the first call, which takes some 50 ms. */
export async function loadPdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** Makes the next document use a fresh instance, as an aborted one has corrupt memory. */
export function forgetPdfium(): void {
  loaded = undefined;
}

async function load(): Promise<Pdfium> {
  const bytes = await readFile(path.join(import.meta.dirname, wasmFile));
  const wasmBinary = new Uint8Array(bytes).buffer;
  const pdfium = await init({ wasmBinary, print: () => undefined, printErr: () => undefined });
  pdfium.PDFiumExt_Init();
  limitMemory(pdfium.pdfium.wasmExports);
  return pdfium;
}

/** Limits the memory of PDFium, whose pages may draw nested forms, before it would double. */
function limitMemory(wasmExports: object): void {
  const { memory } = z.object({ memory: z.instanceof(WebAssembly.Memory) }).parse(wasmExports);
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes)
      throw new RangeError('That is too much memory.');
    return grow(pages);
  };
}
