import type { Animation, Still } from '../images/animation/still.ts';
import { codesAt, firstBlockAt } from '../images/animation/gifBlocks.ts';
import { damagedMedia } from '../lib/media/faults.ts';

const controlBytes = 8;
const controlLabel = 0xf9;
const marks = { extension: 0x21, picture: 0x2c, end: 0x3b } as const;
const delayUnitMs = 10;
const disposals: Readonly<Record<number, Still['disposal']>> = { 2: 'clear', 3: 'restore' };

/** Parses an animated GIF (GIF89a, 17 to 27). */
export function gifAnimation(gif: Buffer): Animation {
  const start = firstBlockAt(gif);
  return { width: gif.readUInt16LE(6), height: gif.readUInt16LE(8), stills: stillsOf(gif, start) };
}

function* stillsOf(gif: Buffer, start: number): Generator<Still> {
  let control: Buffer | undefined;
  // Some programs omit the last byte, which marks the end.
  for (let at = start; at !== gif.length && gif.readUInt8(at) !== marks.end;) {
    const mark = gif.readUInt8(at);
    if (mark === marks.extension) {
      const end = endOfBlocks(gif, at + 2);
      if (gif.readUInt8(at + 1) === controlLabel) control = gif.subarray(at, end);
      at = end;
    } else if (mark === marks.picture) {
      const end = endOfBlocks(gif, codesAt(gif, at));
      yield still(gif.subarray(0, start), control, gif.subarray(at, end));
      control = undefined;
      at = end;
    } else throw damagedMedia();
  }
}

function still(head: Buffer, control: Buffer = Buffer.alloc(0), picture: Buffer): Still {
  const isControlled = control.length === controlBytes;
  return {
    left: picture.readUInt16LE(1),
    top: picture.readUInt16LE(3),
    width: picture.readUInt16LE(5),
    height: picture.readUInt16LE(7),
    durationMs: isControlled ? control.readUInt16LE(4) * delayUnitMs : 0,
    blends: true,
    disposal: (isControlled && disposals[(control.readUInt8(3) >> 2) & 0b111]) || 'keep',
    file: () => {
      const file = Buffer.concat([head, control, picture, Buffer.of(marks.end)]);
      picture.copy(file, 6, 5, 9);
      file.fill(0, head.length + control.length + 1, head.length + control.length + 5);
      return file;
    },
  };
}

/** Returns the position after a list of data blocks. Each block starts with its length, and the last one is empty. */
function endOfBlocks(gif: Buffer, start: number): number {
  let at = start;
  while (gif.readUInt8(at) !== 0) at += 1 + gif.readUInt8(at);
  return at + 1;
}
