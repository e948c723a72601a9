const recordBytes = 8;
const macintosh = 1;

/** The version of a `post` table without glyph names. */
const nameless = 0x0003_0000;

/**
 * A copy of a TrueType font without glyph names, and with a character table for the Macintosh only. The data of the
 * other character tables remains, but nothing refers to it.
 */
export function macOnly(font: Buffer): Buffer {
  const copy = Buffer.from(font);
  const cmap = copy.readUInt32BE(copy.indexOf('cmap', 0, 'latin1') + 8);
  const records = Array.from(
    { length: copy.readUInt16BE(cmap + 2) },
    (_, index) => cmap + 4 + index * recordBytes,
  );
  const mac = records.find((at) => copy.readUInt16BE(at) === macintosh) ?? 0;
  copy.copy(copy, cmap + 4, mac, mac + recordBytes);
  copy.writeUInt16BE(1, cmap + 2);
  copy.writeUInt32BE(nameless, copy.readUInt32BE(copy.indexOf('post', 0, 'latin1') + 8));
  return copy;
}
