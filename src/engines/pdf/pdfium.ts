import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import wasmFile from '@embedpdf/pdfium/pdfium.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** PDFium, without a script engine, a network or a disk: it reads what it is handed, block by block. */
export type Pdfium = WrappedPdfiumModule;

let loaded: Promise<Pdfium> | undefined;

/** Loads it on the first call, which takes some 50 ms. */
export async function loadPdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** Has the next document be read by a fresh instance: one that broke off has its memory in disorder. */
export function forgetPdfium(): void {
  loaded = undefined;
}

async function load(): Promise<Pdfium> {
  const bytes = await readFile(path.join(import.meta.dirname, wasmFile));
  const wasmBinary = new Uint8Array(bytes).buffer;
  const pdfium = await init({ wasmBinary, print: () => undefined, printErr: () => undefined });
  pdfium.PDFiumExt_Init();
  return pdfium;
}
