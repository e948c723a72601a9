// cspell:ignore bmatrix mathbb mathbf mathcal mathfrak mathrm mathsf mathtt pmatrix vmatrix
// cspell:ignore arccos arcsin arctan dddot ddddot enspace liminf limsup mathring overleftarrow overleftrightarrow overparen
// cspell:ignore overrightarrow underleftarrow underleftrightarrow underparen underrightarrow widehat widetilde
/** Combining accents, and the characters that stand for them, with their commands for one letter and for more. */
export const accents: Readonly<Record<string, readonly [single: string, wide: string]>> = {
  ...of('\u0300`ˋ', 'grave'),
  ...of('\u0301´ˊ', 'acute'),
  ...of('\u0302^ˆ', 'hat', 'widehat'),
  ...of('\u0303~˜', 'tilde', 'widetilde'),
  ...of('\u0304', 'bar', 'overline'),
  ...of('\u0305¯ˉ‾―', 'overline'),
  ...of('\u0306˘', 'breve'),
  ...of('\u0307˙', 'dot'),
  ...of('\u0308¨', 'ddot'),
  ...of('\u030a˚', 'mathring'),
  ...of('\u030cˇ', 'check'),
  ...of('\u0332_', 'underline'),
  ...of('\u20d6←', 'overleftarrow'),
  ...of('\u20d7→⃗', 'vec', 'overrightarrow'),
  ...of('\u20db', 'dddot'),
  ...of('\u20dc', 'ddddot'),
  ...of('\u20e1↔', 'overleftrightarrow'),
};

/** Characters that Word stretches above or below an expression, with their commands. */
export const groupCharacters: Readonly<Record<string, Readonly<Record<'top' | 'bot', string>>>> = {
  '⏞': { top: 'overbrace', bot: 'overbrace' },
  '⏟': { top: 'underbrace', bot: 'underbrace' },
  '⏜': { top: 'overparen', bot: 'overparen' },
  '⏝': { top: 'underparen', bot: 'underparen' },
  '→': { top: 'overrightarrow', bot: 'underrightarrow' },
  '←': { top: 'overleftarrow', bot: 'underleftarrow' },
  '↔': { top: 'overleftrightarrow', bot: 'underleftrightarrow' },
  '¯': { top: 'overline', bot: 'underline' },
  _: { top: 'overline', bot: 'underline' },
};

/** Operators with an operand, such as sums. */
export const operators: Readonly<Record<string, string>> = {
  '∑': 'sum',
  '∏': 'prod',
  '∐': 'coprod',
  '∫': 'int',
  '∬': 'iint',
  '∭': 'iiint',
  '∮': 'oint',
  '⋃': 'bigcup',
  '⋂': 'bigcap',
  '⋁': 'bigvee',
  '⋀': 'bigwedge',
  '⨀': 'bigodot',
  '⨁': 'bigoplus',
  '⨂': 'bigotimes',
  '⨄': 'biguplus',
  '⨆': 'bigsqcup',
};

/** Brackets that TeX only stretches if they are commands. */
export const delimiters: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('()[]|/', (sign) => [sign, sign])),
  '': '.',
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  '\\': String.raw`\backslash `,
  '‖': String.raw`\|`,
  '∥': String.raw`\|`,
  '∣': '|',
  '⟨': String.raw`\langle `,
  '⟩': String.raw`\rangle `,
  '〈': String.raw`\langle `,
  '〉': String.raw`\rangle `,
  '<': String.raw`\langle `,
  '>': String.raw`\rangle `,
  '⌈': String.raw`\lceil `,
  '⌉': String.raw`\rceil `,
  '⌊': String.raw`\lfloor `,
  '⌋': String.raw`\rfloor `,
  '↑': String.raw`\uparrow `,
  '↓': String.raw`\downarrow `,
  '↕': String.raw`\updownarrow `,
};

/** The names of functions that are commands in TeX. */
export const functions: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Characters with a meaning in TeX, and spaces, which TeX leaves out. */
export const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\backslash `,
  '^': String.raw`\hat{\ }`,
  '~': String.raw`\sim `,
  ...Object.fromEntries(Array.from('{}$%#&_', (sign) => [sign, `\\${sign}`])),
  '\u00a0': '~',
  '\u2002': String.raw`\enspace `,
  '\u2003': String.raw`\quad `,
  '\u2004': String.raw`\;`,
  '\u2005': String.raw`\:`,
  '\u2006': String.raw`\,`,
  '\u2009': String.raw`\,`,
  '\u200a': String.raw`\,`,
  '\u205f': String.raw`\:`,
};

/** The kinds of matrices that TeX has with their brackets. */
export const matrices: Readonly<Record<string, string>> = {
  '{': 'cases',
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
};

/** The commands for the alphabets and the styles of letters. */
export const alphabets: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};
export const styles: Readonly<Record<string, string>> = { p: 'mathrm', b: 'mathbf', bi: 'boldsymbol' };

/** The primes that TeX has instead of a superscript. */
export const primes: Readonly<Record<string, string>> = { '′': "'", '″': "''", '‴': "'''" };

function of(signs: string, single: string, wide = single): Record<string, readonly [string, string]> {
  return Object.fromEntries(Array.from(signs, (sign) => [sign, [single, wide] as const]));
}
