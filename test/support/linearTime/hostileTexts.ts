/** Returns a text of about this length. */
type TextOfLength = (length: number) => string;

/** Fragments whose repetition makes patterns backtrack: runs, and a reader's delimiters. */
const fragments = [
  ...Array.from('aA0 \t\n./\\-_,:@%#"*?[<&é\u200b😀{}(;=\0\ufeff'),
  ...'a | 0 -| to |<!DOCTYPE a|<!DOCTYPE a[|Available: 0.|"\\"|\\u0041'.split('|'),
  ...'a. a- a/ a_ a= 0, 0-0, ://a @a ?key= &sig= .tar.gz ../ %41 ~1 U+4?, U+0- -to- +to+0'.split(' '),
  'url(',
  'url("a"',
  'url("a")',
  'type("a/b")',
  '["a.b",',
  'a.b "',
  ...'<a b={|{a}|<style>'.split('|'),
  ...'<!-- --> <?xml> ]> <svg {"a": [[ Required:0 **/ *a {a, options['.split(' '),
];

/** Texts for which earlier patterns took forever, or quadratic time. */
const known: readonly (readonly [beginning: string, fragment: string, end: string])[] = [
  ['<?xml><!--', '?><FictionBook>--><!--', '?><FictionBook '],
  ['<!--', '--><!DOCTYPE\t[\uFEFF', ''],
  ['<?XM', 'L:SVG><!--]><SVG\t--><?XML--><?XML]><?XM', 'X:SVG>]><SVG>'],
  ['a_', '0_0-', '-'],
  ['0,0\t', '-\t,0\t', ','],
  ['REQUIRED:0.0', '0', '0'],
  ['T', '+TO+0', '_'],
];

/** Texts of any length that make a superlinear reader slow, because they fail to match only at the end. */
export const hostileTexts: readonly TextOfLength[] = [
  ...fragments.map((fragment) => ['', fragment, '!'] as const),
  ...known,
].map(
  ([beginning, fragment, end]) =>
    (length) =>
      beginning + fragment.repeat(Math.ceil(length / fragment.length)) + end,
);
