import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import wasmFile from '@embedpdf/pdfium/pdfium.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

/**
 * PDFium, built without JavaScript and without access to the network and the disk. It reads only data that we pass to
 * it.
 */
export type Pdfium = WrappedPdfiumModule;

/** Maximum memory of PDFium: enough for two layers of a page with 100 megapixels, and the content of the document. */
const maxBytes = 1280 * 1024 ** 2;
/** WebAssembly memory grows in steps of this size. */
const pageBytes = 64 * 1024;

let loaded: Promise<Pdfium> | undefined;

/** Loads PDFium on the first call, which takes about 50 ms. */
export async function loadPdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** Makes the next document load a new instance, because the memory of an aborted one is corrupt. */
export function resetPdfium(): void {
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

/** Limits PDFium's memory, which pages with nested forms could otherwise exhaust. */
function limitMemory(wasmExports: object): void {
  const { memory } = z.object({ memory: z.instanceof(WebAssembly.Memory) }).parse(wasmExports);
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes)
      throw new RangeError('PDFium’s memory limit exceeded');
    return grow(pages);
  };
}
