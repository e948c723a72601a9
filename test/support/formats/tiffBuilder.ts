/** The tags of a TIFF by number. Values have 16 bits, or 32 bits if they don't fit. */
export type TiffTags = Readonly<Record<number, number | readonly number[]>>;

const headBytes = 8;

/** A little-endian TIFF with one picture, whose only strip comes first. Its tags may have any content. */
export function tiffOf(tags: TiffTags, strip: Uint8Array): Buffer {
  const all = { 273: headBytes, 279: strip.length, ...tags };
  const entries = Object.entries(all).map(([tag, values]) => ({ tag: Number(tag), values: [values].flat() }));
  const directoryAt = headBytes + strip.length;
  const table = Buffer.alloc(2 + entries.length * 12 + 4);
  const further: Buffer[] = [];
  let end = directoryAt + table.length;
  table.writeUInt16LE(entries.length);
  for (const [index, { tag, values }] of entries.entries()) {
    const isLong = values.some((value) => value > 0xffff);
    const content = Buffer.alloc(Math.max(4, values.length * (isLong ? 4 : 2)));
    for (const [place, value] of values.entries()) {
      if (isLong) content.writeUInt32LE(value, place * 4);
      else content.writeUInt16LE(value, place * 2);
    }
    const at = 2 + index * 12;
    table.writeUInt16LE(tag, at);
    table.writeUInt16LE(isLong ? 4 : 3, at + 2);
    table.writeUInt32LE(values.length, at + 4);
    if (content.length === 4) {
      content.copy(table, at + 8);
    } else {
      table.writeUInt32LE(end, at + 8);
      further.push(content);
      end += content.length;
    }
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(directoryAt, 4);
  return Buffer.concat([head, strip, table, ...further]);
}
