import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Disposable } from '../../util/disposable.ts';
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

/** A source of bytes that is read in blocks. */
export interface Source extends Disposable {
  readonly size: number;
  /** Fills `block` with the bytes at a position. Returns false if there aren't enough. */
  readonly fill: (block: Uint8Array, position: number) => boolean;
}

const pointerBytes = 4;

export function fileSource(path: string): Source {
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    fill: (block, position) => readSync(file, block, { position }) === block.length,
    dispose: () => closeSync(file),
  };
}

export function bytesSource(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    fill: (block, position) => {
      const part = bytes.subarray(position, position + block.length);
      block.set(part);
      return part.length === block.length;
    },
    dispose: () => undefined,
  };
}

/**
 * Creates an `FPDF_FILEACCESS`: a length, a function that reads a block, and that function's argument. Disposing it
 * also disposes the source.
 */
export function openAccess({ pdfium }: Pdfium, source: Source): Disposable & { readonly pointer: number } {
  const readBlock = (_parameter: number, position: number, buffer: number, size: number): number =>
    source.fill(pdfium.HEAPU8.subarray(buffer, buffer + size), position >>> 0) ? 1 : 0;
  const callback = pdfium.addFunction(readBlock, 'iiiii');
  const pointer = pdfium.wasmExports.malloc(3 * pointerBytes);
  pdfium.setValue(pointer, source.size, 'i32');
  pdfium.setValue(pointer + pointerBytes, callback, 'i32');
  pdfium.setValue(pointer + 2 * pointerBytes, 0, 'i32');
  return {
    pointer,
    dispose: () => {
      pdfium.wasmExports.free(pointer);
      pdfium.removeFunction(callback);
      source.dispose();
    },
  };
}
