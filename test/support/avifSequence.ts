import sharp from 'sharp';
import { uint16, uint32 } from '../../src/engines/lib/bigEndian.ts';
import { fullBox, isoBox } from '../../src/engines/lib/isoBoxes.ts';

/** Metadata of an animated AVIF. */
interface SequenceProperties {
  readonly durationsMs: readonly number[];
  /** The duration of one play and of all, in milliseconds. */
  readonly rounds?: readonly [once: number, whole: number];
  readonly reference?: string;
  /** The type of an auxiliary track with the same pictures. */
  readonly auxiliary?: string;
  /** Divides the same encoded data into other samples. */
  readonly recut?: (samples: readonly Buffer[]) => readonly Buffer[];
  /** The samples that can be decoded without earlier ones, counted from 1; by default, all of them. */
  readonly syncs?: readonly number[];
  /** True if all samples share the bytes of the first one. */
  readonly sharesBytes?: boolean;
}

const side = 16;

/**
 * An animated AVIF with one plain frame in each of these colors. The frames don't depend on each other (AV1 Image File
 * Format, 3).
 */
export async function avifSequence(
  colors: readonly string[],
  properties: SequenceProperties,
): Promise<Buffer> {
  const stills = await Promise.all(
    colors.map(async (background) => {
      const image = sharp({ create: { width: side, height: side, channels: 3, background } });
      return image.avif({ lossless: true, effort: 0 }).toBuffer();
    }),
  );
  const codes = stills.map((still) => boxContent(still, 'mdat'));
  const samples = properties.recut?.(codes) ?? codes;
  const [first] = stills;
  const header = isoBox('ftyp', Buffer.from('avis\0\0\0\0avisavifmif1'));
  const moov = (at: number): Buffer =>
    movie(
      { samples, at, settings: first ? isoBox('av1C', boxContent(first, 'av1C')) : Buffer.alloc(0) },
      properties,
    );
  const start = header.length + moov(0).length + 8;
  return Buffer.concat([
    header,
    moov(start),
    isoBox('mdat', ...(properties.sharesBytes ? samples.slice(0, 1) : samples)),
  ]);
}

interface Coded {
  readonly samples: readonly Buffer[];
  readonly at: number;
  readonly settings: Buffer;
}

function movie(
  { samples, at, settings }: Coded,
  { durationsMs, rounds, reference, auxiliary, syncs, sharesBytes }: SequenceProperties,
): Buffer {
  const [once, whole] = rounds ?? [0, 0];
  const edit = isoBox('elst', uint32(1, 1, once, 0), uint16(1, 0));
  const picture = Buffer.concat([Buffer.alloc(24), uint16(side, side), Buffer.alloc(50)]);
  const track = (handler: string, ...more: Buffer[]): Buffer =>
    isoBox(
      'trak',
      fullBox('tkhd', uint32(0, 0, 1, 0, whole), Buffer.alloc(60)),
      ...(rounds ? [isoBox('edts', edit)] : []),
      ...(reference === undefined ? [] : [isoBox('tref', isoBox(reference, uint32(2)))]),
      isoBox(
        'mdia',
        fullBox('mdhd', uint32(0, 0, 1000, 0, 0)),
        fullBox('hdlr', uint32(0), Buffer.from(handler), Buffer.alloc(13)),
        isoBox(
          'minf',
          isoBox(
            'stbl',
            fullBox('stsd', uint32(1), isoBox('av01', picture, settings, ...more)),
            fullBox('stts', uint32(durationsMs.length, ...durationsMs.flatMap((ms) => [1, ms]))),
            fullBox('stsc', uint32(1, 1, sharesBytes ? 1 : samples.length, 1)),
            fullBox('stsz', uint32(0, samples.length, ...samples.map(({ length }) => length))),
            fullBox('stco', sharesBytes ? uint32(samples.length, ...samples.map(() => at)) : uint32(1, at)),
            ...(syncs ? [fullBox('stss', uint32(syncs.length, ...syncs))] : []),
          ),
        ),
      ),
    );
  const second =
    auxiliary === undefined ? [] : [track('auxv', fullBox('auxi', Buffer.from(`${auxiliary}\0`)))];
  return isoBox('moov', track('pict'), ...second);
}

/** The content of the only box of this type. */
function boxContent(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1');
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}
