import { numberBelow as at, pickFrom, type Random } from './seededRandom.ts';

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const mutations: readonly [Mutation, ...Mutation[]] = [
  function flipBits(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let count = 1 + at(20, random); count > 0; count -= 1) {
      const place = at(copy.length, random);
      copy[place] = (copy[place] ?? 0) ^ (1 << at(8, random));
    }
    return copy;
  },
  function flipBitsOfHead(bytes, random) {
    const head = Math.min(bytes.length, 200);
    return Buffer.concat([flip(bytes.subarray(0, head), random), bytes.subarray(head)]);
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, at(bytes.length, random));
  },
  function cutOut(bytes, random) {
    const from = at(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + at(500, random))]);
  },
  function repeat(bytes, random) {
    const from = at(bytes.length, random);
    const piece = bytes.subarray(from, from + 1 + at(300, random));
    const times = Array.from({ length: 1 + at(50, random) }, () => piece);
    return Buffer.concat([bytes.subarray(0, from), ...times, bytes.subarray(from)]);
  },
  function extremeShorts(bytes, random) {
    const copy = Buffer.from(bytes);
    const extremes = [0, 1, 0xff_ff, 0x7f_ff, 0x80_00, 0x01_00] as const;
    for (let count = 1 + at(4, random); count > 0 && copy.length > 2; count -= 1) {
      copy.writeUInt16LE(pickFrom(extremes, random), at(Math.min(copy.length, 400) - 2, random));
    }
    return copy;
  },
  function extremeNumbers(bytes, random) {
    const copy = Buffer.from(bytes);
    const extremes = [0, 0xff_ff_ff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00] as const;
    for (let count = 1 + at(4, random); count > 0 && copy.length > 4; count -= 1) {
      copy.writeUInt32BE(pickFrom(extremes, random), at(Math.min(copy.length, 400) - 4, random));
    }
    return copy;
  },
  function noise(bytes, random) {
    return Buffer.from(
      Array.from({ length: at(Math.min(bytes.length, 4000), random) }, () => at(256, random)),
    );
  },
];

function flip(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const place = at(copy.length, random);
  copy[place] = (copy[place] ?? 0) ^ (1 << at(8, random));
  return copy;
}

/** The bytes with a random defect. */
export function mutated(bytes: Buffer, random: Random): Buffer {
  return pickFrom(mutations, random)(bytes, random);
}
