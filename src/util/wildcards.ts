/** Stands for any number of texts in a row. */
export const anyTexts = Symbol('any texts');

export type TextTest = (text: string) => boolean;

/**
 * Whether texts in a row, such as the characters of a name or the names of a path, fit tests in a row, one each but for
 * `anyTexts`. Where one fits nowhere, only the last `anyTexts` need take one more, so that this never takes more steps than
 * there are texts times tests.
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
