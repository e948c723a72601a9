import type { Pdfium } from './pdfium.ts';

/** Allocates memory for PDFium while `use` runs, and passes a pointer to it. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.wasmExports.malloc(bytes);
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
