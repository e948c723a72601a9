import { boxContent, boxesOf, childBoxes, childrenOfType, type Box } from '../../lib/isoBoxes.ts';

/** The color or alpha track of an animated AVIF. Each picture is coded relative to previous ones. */
export interface AvifTrack {
  readonly isAlpha: boolean;
  /** Size in pixels, before rotation and cropping. */
  readonly width: number;
  readonly height: number;
  readonly samples: readonly Sample[];
  /** Boxes that say how to decode samples and interpret their colors. */
  readonly properties: readonly Buffer[];
  readonly isPremultiplied: boolean;
  /** Number of plays; 0 means infinite. */
  readonly plays: number;
}

interface Sample {
  readonly bytes: Buffer;
  readonly durationMs: number;
  /** True if the sample can be decoded without preceding ones. */
  readonly isSync: boolean;
}

/** A file with more samples is more likely a video than an animation. */
const maxSamples = 5000;
/** Length of the version and flags at the start of most boxes. */
const versionBytes = 4;
/** URNs that mark an auxiliary track as alpha, in AV1, HEVC, and AVC. */
const alphaNames =
  /^urn:mpeg:(?:mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1|avc:2015:auxid:1)(?:\0|$)/;
const handlerAt = versionBytes + 4;
/** Length of the fields before the boxes of a visual sample entry (ISO/IEC 14496-12, 12.1.3). */
const sampleEntryBytes = 78;
const sizeAt = 24;
const kept: ReadonlySet<string> = new Set(['av1C', 'colr', 'clap', 'irot', 'imir']);
const unknownDurations: ReadonlySet<number> = new Set([0xffff_ffff, Number(0xffff_ffff_ffff_ffffn)]);

/**
 * Returns the first AV1 track with colors and the first one with alpha (AV1 Image File Format, 3 and 4). Others aren't
 * shown, and a track of 300 bytes may describe thousands of samples.
 * @throws RangeError if the file ends too soon
 */
export function tracksOf(file: Buffer): AvifTrack[] {
  const boxes = childrenOfType(file, boxesOf(file), 'moov').filter(({ type }) => type === 'trak');
  const all = boxes.flatMap((trak) => trackIn(file, childBoxes(file, trak)) ?? []);
  return [false, true].flatMap((wanted) => all.find(({ isAlpha }) => isAlpha === wanted)?.read() ?? []);
}

interface UnreadTrack {
  readonly isAlpha: boolean;
  /** @throws RangeError if the file ends too soon */
  readonly read: () => AvifTrack;
}

function trackIn(file: Buffer, trak: readonly Box[]): UnreadTrack | undefined {
  const media = childrenOfType(file, trak, 'mdia');
  const tables = childrenOfType(file, childrenOfType(file, media, 'minf'), 'stbl');
  const entry = childrenOfType(file, tables, 'stsd', versionBytes + 4).find(({ type }) => type === 'av01');
  if (entry === undefined) return undefined;
  const described = childBoxes(file, entry, sampleEntryBytes);
  const isAlpha = boxContent(file, media, 'hdlr')?.toString('latin1', handlerAt, handlerAt + 4) === 'auxv';
  const auxiliary = boxContent(file, described, 'auxi')?.toString('latin1', versionBytes);
  // Skip depth maps and other auxiliary tracks, which aren't displayed.
  if (isAlpha && auxiliary !== undefined && !alphaNames.test(auxiliary)) return undefined;
  const properties = described.filter(({ type }) => kept.has(type));
  const table = (type: string): Buffer | undefined => boxContent(file, tables, type);
  const read = (): AvifTrack => ({
    isAlpha,
    width: file.readUInt16BE(entry.start + sizeAt),
    height: file.readUInt16BE(entry.start + sizeAt + 2),
    samples: samplesOf(file, table, timescaleOf(boxContent(file, media, 'mdhd'))),
    properties: properties.map(({ start, end }) => file.subarray(start - 8, end)),
    isPremultiplied: childrenOfType(file, trak, 'tref').some(({ type }) => type === 'prem'),
    plays: playsOf(
      boxContent(file, trak, 'tkhd'),
      boxContent(file, childrenOfType(file, trak, 'edts'), 'elst'),
    ),
  });
  return { isAlpha, read };
}

type TableOf = (type: string) => Buffer | undefined;

function samplesOf(file: Buffer, table: TableOf, timescale: number): Sample[] {
  const sizes = sizesOf(needed(table('stsz')));
  const places = placesOf(sizes, chunksOf(table), needed(table('stsc')));
  const durations = durationsOf(needed(table('stts')));
  const syncs = table('stss');
  const synced = syncs && new Set(entriesOf(syncs, 1).map(([number]) => number));
  if (sizes.reduce((sum, size) => sum + size, 0) > file.length) throw new RangeError('Samples overlap');
  const samples = sizes.map((size, index) => {
    const at = places[index] ?? file.length;
    if (at + size > file.length) throw new RangeError('Sample beyond the end of the file');
    return file.subarray(at, at + size);
  });
  const units = temporalUnits(samples);
  return samples.map((bytes, index) => ({
    bytes: units?.[index] ?? bytes,
    durationMs: (1000 * (durations[index] ?? 0)) / timescale,
    isSync: synced?.has(index + 1) ?? true,
  }));
}

function sizesOf(stsz: Buffer): number[] {
  const [size, count] = [stsz.readUInt32BE(versionBytes), stsz.readUInt32BE(versionBytes + 4)];
  checkCount(count);
  const each = (index: number): number => size || stsz.readUInt32BE(versionBytes + 8 + index * 4);
  return Array.from({ length: count }, (_, index) => each(index));
}

/** Returns the file offsets of chunks, which contain consecutive samples. */
function chunksOf(table: TableOf): number[] {
  const short = table('stco');
  if (short !== undefined) return entriesOf(short, 1).map(([place = 0]) => place);
  return entriesOf(needed(table('co64')), 2).map(([high = 0, low = 0]) => high * 2 ** 32 + low);
}

function placesOf(sizes: readonly number[], chunks: readonly number[], stsc: Buffer): number[] {
  const runs = entriesOf(stsc, 3);
  const places: number[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const [, inChunk = 0] = runs.findLast(([first = 0]) => first <= index + 1) ?? [];
    let at = chunk;
    for (let count = 0; count < inChunk && places.length < sizes.length; count += 1) {
      places.push(at);
      at += sizes[places.length - 1] ?? 0;
    }
  }
  return places;
}

function durationsOf(stts: Buffer): number[] {
  const durations: number[] = [];
  for (const [count = 0, duration = 0] of entriesOf(stts, 2)) {
    checkCount(durations.length + count);
    durations.push(...Array.from({ length: count }, () => duration));
  }
  return durations;
}

function timescaleOf(mdhd: Buffer | undefined): number {
  return needed(mdhd).readUInt32BE(mdhd?.[0] === 1 ? 20 : 12) || 1;
}

/**
 * Returns how often the track's edit fits into its duration if the edit repeats (ISO/IEC 14496-12, 8.6.6), and 0, for
 * infinite, if that is unknown.
 */
function playsOf(tkhd: Buffer | undefined, elst: Buffer | undefined): number {
  if (tkhd === undefined || elst === undefined) return 0;
  const isRepeated = (elst.readUInt8(3) & 1) === 1;
  if (!isRepeated) return 1;
  const whole = durationAt(tkhd, tkhd[0] === 1 ? 28 : 20);
  const once = durationAt(elst, versionBytes + 4);
  return unknownDurations.has(whole) || once === 0 ? 0 : Math.max(1, Math.round(whole / once));
}

function durationAt(box: Buffer, at: number): number {
  return box[0] === 1 ? Number(box.readBigUInt64BE(at)) : box.readUInt32BE(at);
}

/** Reads a table whose entries consist of `numbers` 32-bit integers each. */
function entriesOf(table: Buffer, numbers: number): number[][] {
  const count = table.readUInt32BE(versionBytes);
  checkCount(count);
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: numbers }, (_, number) =>
      table.readUInt32BE(versionBytes + 4 + (index * numbers + number) * 4),
    ),
  );
}

function checkCount(count: number): void {
  if (count > maxSamples) throw new RangeError('Too many samples');
}

function needed(box: Buffer | undefined): Buffer {
  if (box === undefined) throw new RangeError('Missing box');
  return box;
}

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
function temporalUnits(samples: readonly Buffer[]): Buffer[] | undefined {
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
    const size = has(sample, at, hasSize) ? leb128At(sample, at + header.length) : undefined;
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
function leb128At(sample: Buffer, at: number): { readonly value: number; readonly bytes: number } {
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
