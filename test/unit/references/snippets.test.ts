import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { parseDocument } from 'htmlparser2';
import { styleLinks } from '../../../src/references/styles.ts';
import { drawingSize } from '../../../src/references/elements.ts';
import {
  cssUrl,
  dataUri,
  iconLinks,
  imageElement,
  imageElementSnippet,
  markdownImage,
  markdownImageSnippet,
  pictureElement,
  responsiveImageElement,
} from '../../../src/references/snippets.ts';

/** Names that would end the surrounding syntax. */
const awkward = [`img/it's "my" <cat> (1) & [co].png`, 'a b/ä#1?.png', '../50%_off*.png'];

describe('A picture snippet', () => {
  for (const path of awkward) {
    it(`is parsed as one picture, even for ${path}`, () => {
      const [token] = new MarkdownIt().parseInline(markdownImage({ path }), {});
      const [image, ...others] = token?.children ?? [];
      assert.deepEqual([image?.type, others.length], ['image', 0]);
      assert.equal(decodeURIComponent(String(image?.attrGet('src'))), path);

      const { children } = parseDocument(imageElement({ path, size: { width: 3, height: 2 } }));
      const [element] = children;
      assert.equal(children.length, 1);
      assert.ok(element !== undefined && 'attribs' in element);
      assert.equal(decodeURIComponent(element.attribs['src'] ?? ''), path);
      assert.deepEqual([element.attribs['width'], element.attribs['height']], ['3', '2']);

      const [link, ...more] = styleLinks({ text: `a { background: ${cssUrl({ path })} }`, offset: 0 });
      assert.equal(more.length, 0);
      assert.equal(decodeURIComponent(link?.path ?? ''), path);
    });
  }

  it('has its alternative text as a tab stop, and no other special syntax', () => {
    const path = 'a/${1}-$HOME}[x].webp';
    assert.equal(
      markdownImageSnippet({ path }, 2),
      '![${2:\\${1\\} \\$HOME\\}\\\\[x\\\\]}](a/%24%7B1%7D-%24HOME%7D%5Bx%5D.webp)',
    );
    assert.equal(
      imageElementSnippet({ path: 'a b$.webp', size: { width: 3, height: 2 } }, 1),
      '<img src="a%20b%24.webp" alt="${1:a b\\$}" width="3" height="2">',
    );
  });

  it('describes the picture by its name', () => {
    assert.equal(
      markdownImage({ path: 'img/two-black_cats.png' }),
      '![two black cats](img/two-black_cats.png)',
    );
    assert.equal(imageElement({ path: 'a.png' }), '<img src="a.png" alt="a">');
  });

  it('has a source for each format beside the file', () => {
    assert.equal(
      pictureElement({ path: 'a b.png', size: { width: 3, height: 2 } }, [
        { path: 'a b.avif', mediaType: 'image/avif' },
        { path: 'a b.webp', mediaType: 'image/webp' },
      ]),
      '<picture>\n' +
        '  <source srcset="a%20b.avif" type="image/avif">\n' +
        '  <source srcset="a%20b.webp" type="image/webp">\n' +
        '  <img src="a%20b.png" alt="a b" width="3" height="2">\n' +
        '</picture>',
    );
  });

  it('has all known widths in order, and displays the widest', () => {
    const pictures = [
      { path: 'a, b-960.webp', size: { width: 960, height: 640 } },
      { path: 'a, b-480.webp', size: { width: 480, height: 320 } },
      { path: 'gone.webp', size: undefined },
    ];
    assert.equal(
      responsiveImageElement('/img/a, b.jpg', pictures),
      '<img srcset="a%2C%20b-480.webp 480w, a%2C%20b-960.webp 960w"' +
        ' sizes="(max-width: 960px) 100vw, 960px" src="a%2C%20b-960.webp"' +
        ' alt="a, b" width="960" height="640">',
    );
    assert.equal(responsiveImageElement('/img/a.jpg', pictures.slice(2)), undefined);
  });

  it('contains the whole file as a data URI', async () => {
    const bytes = Uint8Array.from([0, 255, 10]);
    const answer = await fetch(dataUri('image/png', bytes));
    assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), bytes);
    assert.equal(answer.headers.get('content-type'), 'image/png');
  });

  it('names a site’s icons, and the SVG beside the ICO if there is one', () => {
    assert.equal(
      iconLinks({
        ico: 'a b/favicon.ico',
        svg: 'a b/icon.svg',
        appleTouch: 'a b/apple-touch-icon.png',
        manifest: 'a b/site.webmanifest',
      }),
      [
        '<link rel="icon" href="a%20b/favicon.ico" sizes="32x32">',
        '<link rel="icon" href="a%20b/icon.svg" type="image/svg+xml">',
        '<link rel="apple-touch-icon" href="a%20b/apple-touch-icon.png">',
        '<link rel="manifest" href="a%20b/site.webmanifest">',
      ].join('\n'),
    );
    assert.equal(iconLinks({ ico: 'favicon.ico' }), '<link rel="icon" href="favicon.ico">');
  });
});

describe('drawingSize', () => {
  it('is the root’s size in pixels, or its view box’s', () => {
    assert.deepEqual(
      drawingSize('<?xml version="1.0"?><svg width="30px" height="20.4"><svg width="1"/></svg>'),
      {
        width: 30,
        height: 20,
      },
    );
    assert.deepEqual(drawingSize('<svg width="100%" viewBox="0 0,24 12"/>'), { width: 24, height: 12 });
  });

  it('is unknown for other units and other content', () => {
    assert.equal(drawingSize('<svg width="3cm" height="2cm"/>'), undefined);
    assert.equal(drawingSize('<p>svg</p>'), undefined);
  });
});
