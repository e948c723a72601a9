const startOfScan = 0xda;

interface Segment {
  readonly marker: number;
  /** The whole segment, including its marker and length. */
  readonly bytes: Buffer;
}

/** Returns the segments before the first scan, and the offset of that scan. */
export function segmentsOf(jpeg: Buffer): { readonly segments: readonly Segment[]; readonly scan: number } {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg.readUInt8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) break;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    segments.push({ marker, bytes: jpeg.subarray(at, end) });
    at = end;
  }
  return { segments, scan: at };
}

/** Returns a copy of a JPEG without the segments that have one of these markers and precede the first scan. */
export function withoutSegments(jpeg: Buffer, markers: ReadonlySet<number>): Buffer {
  const { segments, scan } = segmentsOf(jpeg);
  const kept = segments.filter(({ marker }) => !markers.has(marker)).map(({ bytes }) => bytes);
  return Buffer.concat([jpeg.subarray(0, 2), ...kept, jpeg.subarray(scan)]);
}
