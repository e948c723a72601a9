const recordBytes = 8;
const macintosh = 1;

/** A TrueType font whose table of characters is that of the Macintosh alone; of others it has, nothing leads to them. */
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
  return copy;
}
