/** Types of open bitstream units, or OBUs (AV1 specification, 6.2.2). */
const [sequenceHeader, temporalDelimiter, frameHeader, metadata, frame] = [1, 2, 3, 5, 6];
/** OBUs that begin the next temporal unit if they follow the shown frame of the current one. */
const beginnings: ReadonlySet<number> = new Set([
  sequenceHeader,
  temporalDelimiter,
  frameHeader,
  metadata,
  frame,
]);
const frames: ReadonlySet<number> = new Set([frameHeader, frame]);
/** Flags in the first byte of an OBU. */
const [hasExtension, hasSize] = [0x04, 0x02];
/** Flags in the first byte of a frame header: `show_existing_frame` and `show_frame`. */
const isShown = 0x90;
const maxSizeBytes = 8;
/** No sequence header is longer, so a longer OBU isn't repeated in each unit. */
const maxHeaderBytes = 1024;

interface Obu {
  readonly type: number;
  /** The complete OBU, including a size field. */
  readonly bytes: Buffer;
  readonly isShownFrame: boolean;
}

/**
 * Returns the temporal units of an AV1 track. Each has a sequence header before its frames, and each OBU has a size, so
 * that units can be decoded alone or joined. Samples don't always end where frames do, so the units are found from
 * their OBUs. Returns `undefined` if the number of units differs from the number of samples or an OBU is malformed; the
 * decoder then gets the samples unchanged.
 */
export function temporalUnits(samples: readonly Buffer[]): Buffer[] | undefined {
  const units: Obu[][] = [];
  let header: Obu | undefined;
  let [isOver, hasHeader] = [true, false];
  for (const sample of samples) {
    const obus = obusIn(sample);
    if (obus === undefined) return undefined;
    for (const obu of obus) {
      if (isOver && beginnings.has(obu.type)) {
        units.push([]);
        [isOver, hasHeader] = [false, false];
      }
      const unit = units.at(-1);
      if (obu.type === sequenceHeader && obu.bytes.length <= maxHeaderBytes) header = obu;
      if (header && !hasHeader && frames.has(obu.type)) unit?.push(header);
      unit?.push(obu);
      hasHeader ||= obu.type === sequenceHeader || frames.has(obu.type);
      isOver ||= obu.isShownFrame;
    }
  }
  if (units.length !== samples.length) return undefined;
  return units.map((obus) => Buffer.concat(obus.map(({ bytes }) => bytes)));
}

function obusIn(sample: Buffer): Obu[] | undefined {
  const obus: Obu[] = [];
  for (let at = 0; at < sample.length;) {
    const header = sample.subarray(at, at + (has(sample, at, hasExtension) ? 2 : 1));
    const size = has(sample, at, hasSize) ? sizeAt(sample, at + header.length) : undefined;
    const start = at + header.length + (size?.bytes ?? 0);
    const end = size === undefined ? sample.length : start + size.value;
    if (end > sample.length) return undefined;
    const content = sample.subarray(start, end);
    const type = (sample.readUInt8(at) >> 3) & 15;
    obus.push({
      type,
      bytes: size === undefined ? sized(header, content) : sample.subarray(at, end),
      isShownFrame: frames.has(type) && ((content[0] ?? 0) & isShown) !== 0,
    });
    at = end;
  }
  return obus;
}

const has = (bytes: Buffer, at: number, bit: number): boolean => (bytes.readUInt8(at) & bit) !== 0;

/** Reads a LEB128 number: seven bits per byte, the lowest ones first (AV1 specification, 4.10.5). */
function sizeAt(sample: Buffer, at: number): { readonly value: number; readonly bytes: number } {
  let value = 0;
  for (let bytes = 1; bytes <= maxSizeBytes; bytes += 1) {
    const byte = sample[at + bytes - 1] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (bytes - 1));
    if (byte < 0x80) return { value, bytes };
  }
  return { value: Number.POSITIVE_INFINITY, bytes: maxSizeBytes };
}

/** Adds a size field of the maximum length to an OBU that had none and extended to the end of its sample. */
function sized(header: Buffer, content: Buffer): Buffer {
  const withSize = Buffer.from(header);
  withSize.writeUInt8(withSize.readUInt8(0) | hasSize, 0);
  const size = Buffer.alloc(maxSizeBytes);
  for (let index = 0; index < maxSizeBytes; index += 1) {
    const isLast = index === maxSizeBytes - 1;
    size[index] = (Math.floor(content.length / 2 ** (7 * index)) & 0x7f) | (isLast ? 0 : 0x80);
  }
  return Buffer.concat([withSize, size, content]);
}
