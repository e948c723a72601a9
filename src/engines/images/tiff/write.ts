import { bufferOf } from '../../../util/bytes.ts';
import type { Directory } from './directory.ts';
import { alphaSamples, colorings, type Layout } from './layout.ts';
import type { Levels } from './pixels.ts';
import {
  directoryTable,
  offsetBytes,
  offsetTag,
  shorts,
  tiffHead,
  undefinedType,
  writeNumber,
} from './table.ts';

/** Little-endian, like the samples in memory: VS Code doesn't run on big-endian computers. */
const form = { bigEndian: false, isBig: false };

const orientationTag = 274;
const profileTag = 34675;

/** Photometric interpretations that are written unchanged, so the color profile still applies. */
const kept: ReadonlySet<number> = new Set([
  colorings.whiteIsZero,
  colorings.blackIsZero,
  colorings.rgb,
  colorings.inks,
]);

/**
 * Writes samples as an uncompressed TIFF with one strip, and with the orientation and color profile of the original
 * directory.
 */
export function writeTiff(levels: Levels, layout: Layout, directory: Directory): Buffer {
  const { width, height, channels, highest, data } = levels;
  const pixels = bufferOf(data);
  const head = tiffHead(form);
  const headBytes = head.bytes.length;
  const alpha = layout.extraSamples.find((each) => alphaSamples.includes(each));
  const isKept = kept.has(layout.photometric);
  const profile =
    isKept || layout.photometric === colorings.palette ? directory.bytes(profileTag) : undefined;
  const tags = [
    offsetTag(form, 256, width),
    offsetTag(form, 257, height),
    shorts(form, 258, ...Array.from({ length: channels }, () => (highest > 0xff ? 16 : 8))),
    shorts(form, 259, 1),
    shorts(form, 262, isKept ? layout.photometric : colorings.rgb),
    offsetTag(form, 273, headBytes),
    shorts(form, orientationTag, directory.number(orientationTag) ?? 1),
    shorts(form, 277, channels),
    offsetTag(form, 278, height),
    offsetTag(form, 279, pixels.length),
    ...(alpha === undefined ? [] : [shorts(form, 338, alpha)]),
    ...(profile === undefined
      ? []
      : [{ tag: profileTag, type: undefinedType, count: profile.length, content: profile }]),
  ];
  const directoryAt = headBytes + pixels.length + (pixels.length % 2);
  writeNumber(head.bytes, form, directoryAt, head.link, offsetBytes(form));
  const padding = Buffer.alloc(pixels.length % 2);
  return Buffer.concat([head.bytes, pixels, padding, directoryTable(form, tags, directoryAt).bytes]);
}
