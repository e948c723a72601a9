import assert from 'node:assert/strict';
import { styleLinks } from '../../../src/references/styles.ts';

/** The number of items that are pushed to arrays while CSS is parsed. */
function listedIn(text: string): number {
  const lists = Object.getPrototypeOf([]);
  const { push } = lists;
  let count = 0;
  lists.push = function (this: unknown[], ...items: unknown[]): number {
    count += 1;
    return push.apply(this, items);
  };
  try {
    styleLinks({ text, offset: 0 });
  } finally {
    lists.push = push;
  }
  return count;
}

describe('styleLinks', () => {
  it('takes twice as long for twice as many nested functions', () => {
    const [half, whole] = [500, 1000].map((count) => listedIn('url("a.png" '.repeat(count)));
    assert.ok(half !== undefined && whole !== undefined && half > 500);
    assert.ok(whole <= 2 * half, `${half} and ${whole}`);
  });

  it('applies a media type in an image-set to the image before it', () => {
    const links = styleLinks({ text: 'image-set("a.png" type("image/png"), url(b.png) 2x)', offset: 0 });
    assert.deepEqual(
      links.map(({ path, mediaType }) => [path, mediaType?.value]),
      [
        ['a.png', 'image/png'],
        ['b.png', undefined],
      ],
    );
  });
});
