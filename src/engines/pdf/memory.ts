import type { Pdfium } from './pdfium.ts';

/** Lends memory that PDFium can write to, as a pointer; it is gone afterwards. */
export function withMemory<T>({ pdfium }: Pdfium, bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.wasmExports.malloc(bytes);
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
