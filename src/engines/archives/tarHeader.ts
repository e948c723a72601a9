const headerBytes = 512;
const checksumAt = 148;
const checksumBytes = 8;
const space = 0x20;

/** Whether these bytes begin like a tar: with the header of an entry, whose sum is right, or with the zeros of its end. */
export function startsLikeTar(content: Uint8Array): boolean {
  const header = Buffer.from(content.subarray(0, headerBytes));
  if (header.length < headerBytes) return false;
  const declared = Number.parseInt(header.toString('latin1', checksumAt, checksumAt + checksumBytes), 8);
  if (header.every((byte) => byte === 0)) return true;
  header.fill(space, checksumAt, checksumAt + checksumBytes);
  return header.reduce((sum, byte) => sum + byte, 0) === declared;
}
