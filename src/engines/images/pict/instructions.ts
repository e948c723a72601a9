import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { maxPixels, tooManyPixels } from '../limits.ts';
import type { Palette } from '../raster/palette.ts';
import type { Piece } from './compose.ts';
import { type Color, Cursor } from './cursor.ts';
import { isDrawing, opcodes, operandOf, profileComment, profileParts } from './opcodes.ts';
import { readColorTable, readPixels, readPixMap } from './pixels.ts';
import { pixelsOfJpeg, readCompressed } from './quickTime.ts';
import { common, covers, heightOf, isEmpty, type Rect, widthOf } from './rect.ts';

/** How pixels are mixed with what they are drawn upon: not at all, or so that white is what was there ("Transfer modes"). */
const copying: ReadonlySet<number> = new Set([0, 64]);
const copyingOnWhite: ReadonlySet<number> = new Set([1, 36]);

/** Of pixels that are colors, and of patterns that nobody sees. */
const noPalette: Palette = { channels: 3, colors: Uint8Array.of() };

const pixMapPattern = 1;
const ditherPattern = 2;

/** Colors of before there were any others ("Basic QuickDraw", `ForeColor`), as a Macintosh showed them. */
const oldColors: ReadonlyMap<number, Color> = new Map([
  [30, [255, 255, 255]],
  [33, [0, 0, 0]],
  [69, [252, 243, 5]],
  [137, [242, 8, 132]],
  [205, [221, 8, 6]],
  [273, [2, 171, 234]],
  [341, [0, 128, 17]],
  [409, [0, 0, 212]],
]);

/** Follows the instructions of a picture. */
export class Follower {
  readonly #frame: Rect;
  #clip: Rect;
  /** Of pixels that have one bit. */
  #ink: Color = [0, 0, 0];
  #paper: Color = [255, 255, 255];
  #pieces: Piece[] = [];
  /** How many pixels they have together. */
  #pixels = 0;
  #profile: Buffer[] = [];
  /** Whether there is something that nothing here draws. */
  #isDrawn = false;

  constructor(frame: Rect) {
    this.#frame = frame;
    this.#clip = frame;
  }

  /** What is to be seen in the end. @throws ConversionError `conversion.unsupported_kind` where that is not all of it */
  get pieces(): readonly Piece[] {
    if (this.#isDrawn) throw new ConversionError(fault('pict.drawing'));
    return this.#pieces;
  }

  /** The profile of the colors, which is empty where there is none. */
  get profile(): Buffer {
    return Buffer.concat(this.#profile);
  }

  /** @throws ConversionError, or RangeError where the file ends too soon */
  async follow(opcode: number, from: Cursor): Promise<void> {
    switch (opcode) {
      case opcodes.clip:
        this.#clip = from.region();
        return;
      case opcodes.ink:
        this.#ink = from.color();
        return;
      case opcodes.paper:
        this.#paper = from.color();
        return;
      case opcodes.oldInk:
        this.#ink = oldColors.get(from.uint32()) ?? this.#ink;
        return;
      case opcodes.oldPaper:
        this.#paper = oldColors.get(from.uint32()) ?? this.#paper;
        return;
      case opcodes.backgroundPattern:
      case opcodes.penPattern:
      case opcodes.fillPattern:
        skipPattern(from);
        return;
      case opcodes.bits:
      case opcodes.bitsInRegion:
      case opcodes.packedBits:
      case opcodes.packedBitsInRegion:
      case opcodes.directBits:
      case opcodes.directBitsInRegion:
        this.#drawBits(opcode, from);
        return;
      case opcodes.longComment:
        this.#readComment(from);
        return;
      case opcodes.compressedQuickTime:
        await this.#drawCompressed(new Cursor(from.bytes(from.uint32()), 0));
        return;
      case opcodes.plainQuickTime:
        throw new ConversionError(fault('pict.quickTimePlain'));
      default:
        if (isDrawing(opcode)) this.#isDrawn = true;
        from.skip(operandOf(opcode));
    }
  }

  #drawBits(opcode: number, from: Cursor): void {
    const isDirect = opcode === opcodes.directBits || opcode === opcodes.directBitsInRegion;
    const isPacked = opcode !== opcodes.bits && opcode !== opcodes.bitsInRegion;
    // An address stands first, which is of no use outside of memory.
    if (isDirect) from.bytes(4);
    const map = readPixMap(from, isDirect);
    const palette = isDirect ? noPalette : map.isBitMap ? this.#twoColors() : readColorTable(from);
    const [source, place, mode] = [from.rect(), from.rect(), from.uint16()];
    // Those with a region have odd numbers.
    const mask = opcode % 2 === 1 ? from.region() : place;
    this.#claim(widthOf(map.bounds) * heightOf(map.bounds));
    const raster = readPixels(from, map, palette, isPacked);
    const { left, top } = map.bounds;
    const inRaster = {
      left: source.left - left,
      top: source.top - top,
      right: source.right - left,
      bottom: source.bottom - top,
    };
    this.#draw({ raster, source: inRaster, place }, mask, mode);
  }

  async #drawCompressed(from: Cursor): Promise<void> {
    const { jpeg, place, mode } = readCompressed(from);
    const raster = await pixelsOfJpeg(jpeg);
    this.#claim(raster.width * raster.height);
    const source = { left: 0, top: 0, right: raster.width, bottom: raster.height };
    this.#draw({ raster, source, place }, place, mode);
  }

  /** Holds all that is kept at a time within what one image may have. */
  #claim(pixels: number): void {
    this.#pixels += pixels;
    if (this.#pixels > maxPixels) throw tooManyPixels();
  }

  #draw(piece: Omit<Piece, 'shown'>, mask: Rect, mode: number): void {
    const isCopied = copying.has(mode);
    if (!isCopied && !(copyingOnWhite.has(mode) && this.#pieces.length === 0)) {
      throw new ConversionError(fault('pict.mixed'));
    }
    const shown = [piece.place, mask, this.#clip].reduce(common, this.#frame);
    if (isEmpty(shown)) return;
    // What lies below is not to be seen.
    if (isCopied && covers(shown, this.#frame)) {
      [this.#pieces, this.#isDrawn] = [[], false];
      this.#pixels = piece.raster.width * piece.raster.height;
    }
    this.#pieces.push({ ...piece, shown });
  }

  #twoColors(): Palette {
    return { channels: 3, colors: Uint8Array.of(...this.#paper, ...this.#ink) };
  }

  #readComment(from: Cursor): void {
    const kind = from.uint16();
    const comment = from.bytes(from.uint16());
    if (kind !== profileComment || comment.length < 4) return;
    const part = comment.readUInt32BE(0);
    if (part === profileParts.first) this.#profile = [];
    if (part === profileParts.first || part === profileParts.next) this.#profile.push(comment.subarray(4));
  }
}

/** Passes over what shapes are filled with. */
function skipPattern(from: Cursor): void {
  const kind = from.uint16();
  // What it is where there are no colors.
  from.bytes(8);
  if (kind === ditherPattern) from.color();
  if (kind !== pixMapPattern) return;
  const map = readPixMap(from, false);
  readPixels(from, map, map.isBitMap ? noPalette : readColorTable(from), true);
}
