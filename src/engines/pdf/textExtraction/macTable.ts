const trueType: ReadonlySet<number> = new Set([0x0001_0000, 0x7472_7565]);
const headerBytes = 12;
const tableBytes = 16;
const recordBytes = 8;
/** Platform IDs of character tables (OpenType, "cmap"). */
const platforms = { unicode: 0, macintosh: 1, windows: 3 } as const;

/** True if a TrueType font has only a Macintosh character table. False if the file is truncated. */
export function isMacOnly(font: Buffer): boolean {
  if (font.length < headerBytes || !trueType.has(font.readUInt32BE(0))) return false;
  for (
    let at = headerBytes;
    at + tableBytes <= Math.min(font.length, headerBytes + font.readUInt16BE(4) * tableBytes);
    at += tableBytes
  ) {
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const found = platformsOf(font.subarray(font.readUInt32BE(at + 8)));
    return found.has(platforms.macintosh) && !found.has(platforms.unicode) && !found.has(platforms.windows);
  }
  return false;
}

function platformsOf(cmap: Buffer): ReadonlySet<number> {
  const found = new Set<number>();
  const end = cmap.length < 4 ? 0 : Math.min(cmap.length, 4 + cmap.readUInt16BE(2) * recordBytes);
  for (let at = 4; at + recordBytes <= end; at += recordBytes) found.add(cmap.readUInt16BE(at));
  return found;
}
