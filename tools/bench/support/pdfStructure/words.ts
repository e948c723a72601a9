const vocabulary =
  `harbor engine winter market signal garden forest mountain river copper silver balance record machine letter window
  student teacher village council budget revenue distance pressure current voltage surface pattern sample method result
  analysis system network service quality measure control process project report section figure table value number
  early modern simple common public private local global open careful steady rapid gentle narrow broad heavy light
  moves holds shows gives takes builds carries follows leads keeps turns opens closes reaches crosses meets joins`
    .split(/\s+/)
    .filter((word) => word !== '');
const small = ['the', 'of', 'and', 'in', 'to', 'a', 'with', 'for', 'on', 'by', 'from', 'that'];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Pseudorandom texts and choices, which are the same for the same seed. */
export function wordsOfSeed(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const random = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const pick = <T>(values: readonly [T, ...T[]]): T => values[number(0, values.length - 1)] ?? values[0];
  const word = (): string => vocabulary[number(0, vocabulary.length - 1)] ?? '';
  /** Sentences of this many words. */
  const text = (count: number, end = '.'): string => {
    const sentences: string[] = [];
    for (let left = count; left > 0;) {
      const length = left < 18 ? left : number(7, 16);
      left -= length;
      const words = Array.from({ length }, (_, index) =>
        index % 3 === 1 && length > 3 ? (small[number(0, small.length - 1)] ?? '') : word(),
      );
      sentences.push(capital(words.join(' ')) + end);
    }
    return sentences.join(' ');
  };
  const title = (count = number(2, 5)): string => capital(Array.from({ length: count }, word).join(' '));
  return { number, pick, text, title };
}
