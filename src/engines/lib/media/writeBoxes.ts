import { uint32 } from '../bigEndian.ts';

/** A box according to ISO/IEC 14496-12, 4.2, and ISO/IEC 15444-1, I.4. */
export function isoBox(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(8 + content.length), Buffer.from(type, 'latin1'), content]);
}

/** The same with version 0 and no flags. */
export function fullBox(type: string, ...contents: readonly Uint8Array[]): Buffer {
  return isoBox(type, Buffer.alloc(4), ...contents);
}
