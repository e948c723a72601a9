const romans = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;
/** Higher numbers are written in digits, as browsers do. */
const maxRoman = 3999;

/** Word's names of the kinds of numbers, by the `type` of an `ol`. */
export const wordFormats: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Returns the number of an item as an `ol` of a `type` shows it: `1`, `a`, `A`, `i`, or `I`. */
export function listNumber(value: number, type: string): string {
  switch (type) {
    case 'a':
      return value < 1 ? String(value) : letters(value);
    case 'A':
      return listNumber(value, 'a').toUpperCase();
    case 'i':
      return value < 1 || value > maxRoman ? String(value) : roman(value);
    case 'I':
      return listNumber(value, 'i').toUpperCase();
    default:
      return String(value);
  }
}

/** After `z` come `aa` and `ab`. */
function letters(value: number): string {
  let written = '';
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
    written = String.fromCodePoint(97 + ((left - 1) % 26)) + written;
  }
  return written;
}

/** Returns a positive number as a Roman numeral in small letters. */
export function roman(value: number): string {
  let left = value;
  let written = '';
  for (const [sign, worth] of romans) {
    written += sign.repeat(Math.floor(left / worth));
    left %= worth;
  }
  return written;
}

/** Returns the number that letters such as `ab` show, or 0. */
export function letterNumber(text: string): number {
  return /^[a-z]{1,3}$/.test(text)
    ? Array.from(text).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 96, 0)
    : 0;
}

/** Returns the number that a Roman numeral such as `iv` shows, or 0. */
export function romanNumber(text: string): number {
  let [number, left] = [0, text];
  for (const [sign, worth] of romans) {
    while (left.startsWith(sign)) [number, left] = [number + worth, left.slice(sign.length)];
  }
  return left === '' && roman(number) === text ? number : 0;
}
