import type { Pdfium } from './pdfium.ts';

/** Allocates memory for PDFium for the duration of `use`, as a pointer. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.wasmExports.malloc(bytes);
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
