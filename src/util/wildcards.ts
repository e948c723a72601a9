/** Matches any number of texts in a row. */
export const anyTexts = Symbol('any texts');

export type TextTest = (text: string) => boolean;

/**
 * True if a sequence of texts, such as the characters of a name, matches a sequence of tests, where `anyTexts` matches
 * any number. On a mismatch, only the last `anyTexts` takes one more, so the number of steps is at most texts × tests.
 */
export function fitsWildcards(
  texts: readonly string[],
  tests: readonly (TextTest | typeof anyTexts)[],
): boolean {
  let test = 0;
  let behindAny: { readonly test: number; at: number } | undefined;
  for (let at = 0; at < texts.length; at += 1) {
    while (tests[test] === anyTexts) {
      test += 1;
      behindAny = { test, at };
    }
    const each = tests[test];
    if (typeof each === 'function' && each(texts[at] ?? '')) {
      test += 1;
    } else if (behindAny === undefined) {
      return false;
    } else {
      at = behindAny.at;
      behindAny.at += 1;
      test = behindAny.test;
    }
  }
  while (tests[test] === anyTexts) test += 1;
  return test === tests.length;
}
