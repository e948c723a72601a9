/** The boxes that enclose the table with the locations of a track's data (ISO/IEC 14496-12, 8.7.2). */
const parents = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'];
const boxHead = 8;

/**
 * A QuickTime video whose first track is in another file. Its data reference becomes an alias record with this absolute
 * path (QuickTime File Format, "Data Reference Atoms"; type 2 of an alias is its path).
 */
export function withExternalTrack(film: Buffer, path: string, levelsUp: number): Buffer {
  const sizesAt: number[] = [];
  let [start, end] = [0, film.length];
  for (const parent of parents) {
    const at = childOf(film, start, end, parent);
    sizesAt.push(at);
    // The table begins with its version and its number of entries.
    start = at + boxHead + (parent === 'dref' ? 8 : 0);
    end = at + film.readUInt32BE(at);
  }
  const entry = aliasEntry(path, levelsUp);
  const grown = Buffer.concat([film.subarray(0, start), entry, film.subarray(end)]);
  for (const at of sizesAt) grown.writeUInt32BE(film.readUInt32BE(at) + entry.length - (end - start), at);
  return grown;
}

function childOf(film: Buffer, start: number, end: number, type: string): number {
  for (let at = start; at < end; at += film.readUInt32BE(at)) {
    if (film.toString('latin1', at + 4, at + boxHead) === type) return at;
  }
  throw new Error(`Missing track: ${type}`);
}

function aliasEntry(path: string, levelsUp: number): Buffer {
  const levels = Buffer.alloc(4);
  levels.writeUInt16BE(levelsUp, 0);
  levels.writeUInt16BE(1, 2);
  const name = Buffer.from(path.length % 2 === 0 ? path : `${path}\0`);
  const kind = Buffer.alloc(4);
  kind.writeUInt16BE(2, 0);
  kind.writeUInt16BE(path.length, 2);
  const record = Buffer.concat([
    Buffer.alloc(10),
    shortText('disk', 27),
    Buffer.alloc(12),
    shortText('film', 63),
    Buffer.alloc(16),
    levels,
    Buffer.alloc(16),
    kind,
    name,
    Buffer.from('ffff0000', 'hex'),
  ]);
  const head = Buffer.alloc(12);
  head.writeUInt32BE(head.length + record.length, 0);
  head.write('alis', 4);
  return Buffer.concat([head, record]);
}

/** A text preceded by its length, in a field of this size. */
function shortText(text: string, bytes: number): Buffer {
  const field = Buffer.alloc(1 + bytes);
  field.writeUInt8(text.length, 0);
  field.write(text, 1);
  return field;
}
