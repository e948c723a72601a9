const headerBytes = 512;
const checksumAt = 148;
const checksumBytes = 8;
const space = 0x20;
/** The offsets and lengths of an entry's mode, owner, group, size, and time (POSIX.1-2017, pax, ustar). */
const numbers = [
  [100, 8],
  [108, 8],
  [116, 8],
  [124, 12],
  [136, 12],
] as const;

/** True if the content starts like a tar: with the valid header of an entry, or with the zeros that end an archive. */
export function startsLikeTar(content: Uint8Array): boolean {
  const header = Buffer.from(content.subarray(0, headerBytes));
  if (header.length < headerBytes) return false;
  const declared = Number.parseInt(header.toString('latin1', checksumAt, checksumAt + checksumBytes), 8);
  if (header.every((byte) => byte === 0)) return true;
  if (!numbers.every(([at, bytes]) => isNumber(header.subarray(at, at + bytes)))) return false;
  header.fill(space, checksumAt, checksumAt + checksumBytes);
  return header.reduce((sum, byte) => sum + byte, 0) === declared;
}

/**
 * True for a number in octal digits, or a large one in binary after a marker byte (GNU tar, Extensions to the format).
 */
function isNumber(field: Buffer): boolean {
  return (
    field[0] === 0x80 || field[0] === 0xff || /^[0-7]*[ \0]*$/.test(field.toString('latin1').trimStart())
  );
}
