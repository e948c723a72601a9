/** Stands for any number of items. */
export const anyItems = Symbol('any items');

export type ItemTest<Item> = (item: Item) => boolean;

/**
 * Whether a row of items fits a row of tests, one each but for `anyItems`. Where an item fits nowhere, only the last
 * `anyItems` need take one more, so that this never takes more steps than there are items times tests.
 */
export function fitsWildcards<Item>(
  items: readonly Item[],
  tests: readonly (ItemTest<Item> | typeof anyItems)[],
): boolean {
  let test = 0;
  let behindAny: { readonly test: number; item: number } | undefined;
  for (let item = 0; item < items.length; item += 1) {
    while (tests[test] === anyItems) {
      test += 1;
      behindAny = { test, item };
    }
    const each = tests[test];
    if (typeof each === 'function' && each(items[item] as Item)) {
      test += 1;
    } else if (behindAny === undefined) {
      return false;
    } else {
      item = behindAny.item;
      behindAny.item += 1;
      test = behindAny.test;
    }
  }
  while (tests[test] === anyItems) test += 1;
  return test === tests.length;
}
