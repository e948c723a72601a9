import sharp from 'sharp';
import { own } from '../../../util/own.ts';
import { type IcnsEntry, icnsOf } from './entries.ts';
import { packRuns } from './runLength.ts';
import { runTypes, writtenTypes } from './types.ts';

/** A square picture of an icon, as a PNG. */
export interface Square {
  readonly side: number;
  readonly png: Buffer;
}

/** Writes a macOS icon with these pictures. Their sizes must be keys of `writtenTypes`. */
export async function writeIcns(squares: readonly Square[]): Promise<Buffer> {
  const entries = squares.flatMap(({ side, png }) =>
    (writtenTypes.get(side) ?? []).map((type) => entriesFor(type, png)),
  );
  return icnsOf((await Promise.all(entries)).flat());
}

async function entriesFor(type: string, png: Buffer): Promise<IcnsEntry[]> {
  const mask = own(runTypes, type)?.mask;
  if (mask === undefined) return [{ type, content: png }];
  const rgba = await sharp(png).toColorspace('srgb').ensureAlpha().raw().toBuffer();
  const plane = (channel: number): Buffer => Buffer.from(rgba.filter((_, at) => at % 4 === channel));
  return [
    { type, content: Buffer.concat([0, 1, 2].map((channel) => packRuns(plane(channel)))) },
    { type: mask, content: plane(3) },
  ];
}
