import assert from 'node:assert/strict';
import { picturesIn } from '../../../src/references/pictures.ts';

const there = new Set(['/docs/logo.png', '/docs/my pic.png', '/img/top.png']);

async function shownIn(text: string, format: 'html' | 'md'): Promise<[string, string | undefined][]> {
  const file = { path: `/docs/guide.${format}`, text };
  const found = await picturesIn(file, format, '', async (path) => there.has(path));
  return found.map((picture) => [text.slice(picture.start, picture.end), picture.file]);
}

describe('picturesIn', () => {
  it('finds the pictures that Markdown shows, with their whole addresses', async () => {
    const text = [
      '![Logo](logo.png "title") [![](<my pic.png>)](other.png) ![](logo.png?raw=true#x)',
      '![A][Mark  one] ![mark TWO][] ![three] [four]',
      '<img alt="logo.png" src="../img/top.png"> <a href="logo.png">no picture</a>',
      '`![](logo.png)`',
      '',
      '```md',
      '![](logo.png)',
      '```',
      '',
      '[mark one]: logo.png',
      '[Mark two]: my%20pic.png',
      '[three]: /img/top.png',
      '[four]: logo.png',
    ].join('\n');
    assert.deepEqual(await shownIn(text, 'md'), [
      ['logo.png', '/docs/logo.png'],
      ['my pic.png', '/docs/my pic.png'],
      ['logo.png?raw=true#x', '/docs/logo.png'],
      ['../img/top.png', '/img/top.png'],
      ['logo.png', '/docs/logo.png'],
      ['my%20pic.png', '/docs/my pic.png'],
      ['/img/top.png', '/img/top.png'],
    ]);
  });

  it('finds the pictures that a page shows', async () => {
    const text = `<IMG SRC=logo.png><a href="logo.png">link</a><img src='my%20pic.png' alt=""><!-- <img src="logo.png"> -->`;
    assert.deepEqual(await shownIn(text, 'html'), [
      ['logo.png', '/docs/logo.png'],
      ['my%20pic.png', '/docs/my pic.png'],
    ]);
  });

  it('finds the first picture in the `srcset` of a picture without a source', async () => {
    const text = `<img srcset="logo.png 1x, gone.png 2x"><img src="" srcset='gone.png, logo.png 2x'><img src="my%20pic.png" srcset="gone.png 2x">`;
    assert.deepEqual(await shownIn(text, 'html'), [
      ['logo.png', '/docs/logo.png'],
      ['gone.png', undefined],
      ['my%20pic.png', '/docs/my pic.png'],
    ]);
  });

  it('names pictures without a file, but not those of other sites', async () => {
    const text =
      '![](gone.png) ![](../../logo.png) ![](https://a.example/logo.png) ![](//a.example/b.png) ![](data:image/png;base64,AA==)';
    assert.deepEqual(await shownIn(text, 'md'), [
      ['gone.png', undefined],
      ['../../logo.png', undefined],
    ]);
  });
});
