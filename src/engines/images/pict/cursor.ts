import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { Operand } from './opcodes.ts';
import type { Rect } from './rect.ts';

/** With 8 bits a channel, of the 16 that it is stored with. */
export type Color = readonly [red: number, green: number, blue: number];

const rectRegionBytes = 10;

/** Reads what a picture tells, one thing after the other. Whatever is not there is a RangeError. */
export class Cursor {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Bytes that were not read yet. */
  get left(): number {
    return Math.max(0, this.#bytes.length - this.at);
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#pass(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#pass(2));
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#pass(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#pass(4));
  }

  /** A number of which the lower 16 bits stand behind the point. */
  fixed(): number {
    return this.#bytes.readInt32BE(this.#pass(4)) / 0x10000;
  }

  bytes(count: number): Buffer {
    if (this.at + count > this.#bytes.length) throw new RangeError('There are not so many bytes.');
    const start = this.#pass(count);
    return this.#bytes.subarray(start, start + count);
  }

  rect(): Rect {
    const [top, left, bottom, right] = [this.int16(), this.int16(), this.int16(), this.int16()];
    return { top, left, bottom, right };
  }

  /**
   * A part of the plane.
   * @throws ConversionError `conversion.unsupported_kind` where it is no rectangle
   */
  region(): Rect {
    const bytes = this.uint16();
    const bounds = this.rect();
    if (bytes === rectRegionBytes) return bounds;
    throw new ConversionError(fault('pict.clipped'));
  }

  color(): Color {
    return [this.uint16() >> 8, this.uint16() >> 8, this.uint16() >> 8];
  }

  /** Passes over what nothing here follows. */
  skip({ bytes, countBytes, countsItself }: Operand): void {
    this.bytes(bytes);
    if (countBytes === undefined) return;
    const count = countBytes === 1 ? this.uint8() : countBytes === 2 ? this.uint16() : this.uint32();
    this.bytes(countsItself ? Math.max(0, count - countBytes) : count);
  }

  #pass(count: number): number {
    const start = this.at;
    this.at += count;
    return start;
  }
}
