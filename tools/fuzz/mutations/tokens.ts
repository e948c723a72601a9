import { anyOf, numberBelow, pickFrom, type Random } from '../../../test/support/seededRandom.ts';

type Brackets = readonly [open: string, close: string];
type TokenMutation = (tokens: string[], random: Random) => string[];

/**
 * Tokens that are difficult for text parsers: numbers at the limits of types, keywords of engines, and marks of other
 * encodings.
 */
const numerals = '0 -1 -0 1e999 99999999999999999999 2147483648 4294967295 NaN'.split(' ');
const awkward = [
  numerals,
  '__proto__ constructor toString null undefined true ~ !!binary <<:*a &a'.split(' '),
  '" \' ` [ ] { } ( ) < > </ /> <!-- ]]> <![CDATA[ {{ }} \\ % %00 , ;'.split(' '),
  '&amp; &#0; &#x110000; &lol; <!DOCTYPE|a[<!ENTITY|b|"c">]>'
    .split(' ')
    .map((mark) => mark.replaceAll('|', ' ')),
  ['\0', '\uFEFF', '\u202E', '\uD800', '\u{1F600}', '\xff\xfe', '\r', '\n', '\t'],
].flat();

const brackets: readonly [Brackets, ...Brackets[]] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['(', ')'],
  ['<a>', '</a>'],
  ['<g>', '</g>'],
  ['{', '}'],
  ['> ', ''],
  ['- ', ''],
];
const maxDepth = 20_000;

const mutations: readonly [TokenMutation, ...TokenMutation[]] = [
  function drop(tokens, random) {
    return tokens.toSpliced(numberBelow(tokens.length, random), 1 + numberBelow(8, random));
  },
  function repeat(tokens, random) {
    const from = numberBelow(tokens.length, random);
    const piece = tokens.slice(from, from + 1 + numberBelow(12, random));
    const times = Array.from({ length: 1 + numberBelow(200, random) }, () => piece);
    return tokens.toSpliced(from, 0, ...times.flat());
  },
  function exchange(tokens, random) {
    const [one, other] = [numberBelow(tokens.length, random), numberBelow(tokens.length, random)];
    return tokens.with(one, tokens[other] ?? '').with(other, tokens[one] ?? '');
  },
  function insertAwkward(tokens, random) {
    return tokens.toSpliced(numberBelow(tokens.length, random), 0, anyOf(awkward, random) ?? '');
  },
  function makeAwkward(tokens, random) {
    return tokens.with(numberBelow(tokens.length, random), anyOf(awkward, random) ?? '');
  },
  function changeNumber(tokens, random) {
    const numbers = tokens.flatMap((token, index) => (/^\d+$/.test(token) ? [index] : []));
    const index = anyOf(numbers, random);
    return index === undefined ? tokens : tokens.with(index, anyOf(numerals, random) ?? '');
  },
  function nest(tokens, random) {
    const [open, close] = pickFrom(brackets, random);
    const depth = 1 + numberBelow(random() < 0.2 ? maxDepth : 60, random);
    const [from, to] = [numberBelow(tokens.length, random), numberBelow(tokens.length, random)].toSorted(
      (one, other) => one - other,
    );
    return [
      ...tokens.slice(0, from),
      open.repeat(depth),
      ...tokens.slice(from, to),
      close.repeat(random() < 0.8 ? depth : 0),
      ...tokens.slice(to),
    ];
  },
  function lengthen(tokens, random) {
    const index = numberBelow(tokens.length, random);
    return tokens.with(index, (tokens[index] ?? '').repeat(1 + numberBelow(3000, random)).slice(0, 100_000));
  },
];

/** True if the bytes are text, whose words can be replaced. */
export function isText(bytes: Buffer): boolean {
  // eslint-disable-next-line eslint/no-control-regex -- texts don't contain these characters
  return bytes.length > 0 && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(bytes.toString('latin1', 0, 2000));
}

/** The text with some of its words, numbers, or marks changed. The other bytes stay the same, whatever the encoding. */
export function mutatedText(bytes: Buffer, random: Random): Buffer {
  let tokens: string[] = bytes.toString('latin1').match(/[A-Za-z_]+|\d+|\s+|[^]/g) ?? [];
  for (let count = 1 + numberBelow(4, random); count > 0 && tokens.length > 0; count -= 1) {
    tokens = pickFrom(mutations, random)(tokens, random);
  }
  return Buffer.concat(
    tokens.map((token) => Buffer.from(token, /[^\0-\xff]/.test(token) ? 'utf8' : 'latin1')),
  );
}
