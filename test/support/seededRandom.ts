/** Returns numbers from 0 to below 1. */
export type Random = () => number;

/** A stream of numbers from 0 to below 1 that only depends on the seed (FNV-1a and mulberry32). */
export function seededRandom(...seed: readonly (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const character of seed.join('/')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the items, chosen by the next random number. */
export function pickFrom<T>(items: readonly [T, ...T[]], random: Random): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** One of the items, or `undefined` if there are none. */
export function anyOf<T>(items: readonly T[], random: Random): T | undefined {
  return items[numberBelow(items.length, random)];
}

/** A whole number from 0 to below `length`, or 0 if `length` is 0. */
export function numberBelow(length: number, random: Random): number {
  return Math.floor(random() * length);
}
