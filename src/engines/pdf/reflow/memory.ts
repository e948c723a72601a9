import type { Pdfium } from '../pdfium.ts';

const doubleBytes = 8;

/** Has PDFium write numbers, each to one of these places, which are gone afterwards. */
export function withDoubles<T>(
  wasm: Pdfium['pdfium'],
  count: number,
  use: (pointers: readonly number[], read: (pointer: number) => number) => T,
): T {
  const start = wasm.wasmExports.malloc(count * doubleBytes);
  try {
    const pointers = Array.from({ length: count }, (_, index) => start + index * doubleBytes);
    return use(pointers, (pointer) => wasm.getValue(pointer, 'double'));
  } finally {
    wasm.wasmExports.free(start);
  }
}
