import assert from 'node:assert/strict';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { formatById } from '../../../src/contract/formats/table.ts';
import type { Replacement } from '../../../src/references/paths.ts';
import { picturesIn, type Project, referencesIn } from '../../../src/references/references.ts';

const files = ['/site/assets/hero.png', '/site/public/img/hero.png', '/site/pages/sub/logo.png'];
const hero: Replacement = { from: '/site/assets/hero.png', to: '/site/assets/hero.webp' };

function project(replacements: readonly Replacement[], others: readonly string[] = files): Project {
  return {
    top: '/site',
    replacements,
    isFile: async (path) => others.includes(path),
    mediaTypeOf: (name) => formatById(formatOfFileName(name) ?? '')?.mediaType,
  };
}

/** A text with its references updated. */
async function updated(path: string, text: string, ...replacements: readonly Replacement[]): Promise<string> {
  const { edits } = await referencesIn(
    { path, text },
    project(replacements.length === 0 ? [hero] : replacements),
  );
  return edits.reduceRight(
    (done, { start, end, text: next }) => done.slice(0, start) + next + done.slice(end),
    text,
  );
}

/** Asserts that a text's references change to the new name. */
async function changes(path: string, text: string, ...replacements: readonly Replacement[]): Promise<void> {
  assert.equal(await updated(path, text, ...replacements), text.replaceAll('hero.png', 'hero.webp'));
}

async function stillNamed(path: string, text: string): Promise<readonly string[]> {
  return (await referencesIn({ path, text }, project([hero]))).stillNamed;
}

async function stays(path: string, text: string): Promise<void> {
  assert.equal(await updated(path, text), text);
}

describe('References in Markdown', () => {
  const page = '/site/pages/index.md';

  it('are images, links, linked images, and definitions, and keep their titles', async () => {
    await changes(page, 'See ![The hero](../assets/hero.png "hero" ) and [it](<../assets/hero.png>).');
    await changes(page, '[![hero](../assets/hero.png)](../assets/hero.png#top)');
    await changes(page, '![hero][h]\n\n[h]: ../assets/hero.png\n  "A title"\n');
  });

  it('exclude code and the file’s own description', async () => {
    await stays(page, '`![x](../assets/hero.jpg)` and\n\n    ![x](../assets/hero.jpg)\n');
    const code = 'The file ../assets/hero.png:\n\n```md\n![x](../assets/hero.png)\n```\n';
    await stays(page, code);
  });

  it('are found in HTML and front matter', async () => {
    await changes(
      page,
      '---\ntitle: hero\ncover: ../assets/hero.png\n---\n\n# Hi\n\n![](../assets/hero.png)\n',
    );
    await changes(page, 'Text\n\n<picture>\n  <img src="../assets/hero.png" alt="">\n</picture>\n');
    await changes(page, 'Here <img src="../assets/hero.png"> and on.');
  });

  it('keep queries, fragments, and encoded characters', async () => {
    const spaced: Replacement = { from: '/site/assets/my hero.png', to: '/site/assets/my hero.webp' };
    await changes(page, '![](../assets/my%20hero.png?v=2#x) ![](<../assets/my hero.png>)', spaced);
    await changes(page, String.raw`![](../assets/my&#32;hero.png)`, spaced);
  });
});

describe('References in HTML', () => {
  const page = '/site/index.html';

  it('are attribute values, quoted or not', async () => {
    await changes(page, `<img src="assets/hero.png"><img src='./assets/hero.png'><img src=assets/hero.png>`);
    await changes(page, '<video poster="assets/hero.png"></video><a href="assets/hero.png">x</a>');
    await changes(page, '<svg><image xlink:href="assets/hero.png"/></svg><img data-src="assets/hero.png">');
  });

  it('are addresses in a srcset, and keep their descriptors', async () => {
    await changes(page, '<img srcset="assets/hero.png 1x,assets/hero.png?2x 2x,\n assets/other.png 3x">');
    await changes(page, '<link rel="preload" as="image" imagesrcset="assets/hero.png 400w, x.jpg 800w">');
  });

  it('change the media type along with the file', async () => {
    assert.equal(
      await updated(page, '<source srcset="assets/hero.png 1x" type="image/png">'),
      '<source srcset="assets/hero.webp 1x" type="image/webp">',
    );
    await stays(page, '<source type="image/png" srcset="assets/hero.png 1x, pages/sub/logo.png 2x">');
    await changes(page, '<a href="assets/hero.png" type="text/plain">x</a>');
  });

  it('are found in styles, scripts, and structured data', async () => {
    await changes(page, '<style>body { background: url(assets/hero.png) }</style>');
    await changes(page, `<p style="background: url('assets/hero.png')">x</p>`);
    await changes(page, '<script>const hero = "assets/hero.png";</script><p>"assets/hero.jpg"</p>');
    await changes(page, '<script type="application/ld+json">{"image": "assets/hero.png"}</script>');
  });

  it('exclude text, comments, and files elsewhere', async () => {
    await stays(
      page,
      '<!-- <img src="assets/hero.png"> --><img alt="assets/hero.png" src="https://x.org/hero.png">',
    );
    await stays('/site/public/index.html', '<img src="img/hero.png"><img src="//x.org/assets/hero.png">');
  });

  it('resolve root paths to the nearest matching folder, served folders first', async () => {
    await stays('/site/pages/x.html', '<img src="/img/hero.png">');
    const served: Replacement = { from: '/site/public/img/hero.png', to: '/site/public/img/hero.webp' };
    await changes('/site/pages/x.html', '<img src="/img/hero.png"><img src="/assets/hero.jpg">', served);
    await changes('/site/pages/x.html', '<img src="/assets/hero.png">');
  });
});

describe('References in CSS', () => {
  const sheet = '/site/css/main.css';

  it('are url() values, quoted or not, and image-set() with its media types', async () => {
    await changes(sheet, 'a { background: url(../assets/hero.png) no-repeat, url( "../assets/hero.png" ) }');
    assert.equal(
      await updated(
        sheet,
        `a { background: image-set("../assets/hero.png" type("image/png"), url(x.jpg) 2x) }`,
      ),
      `a { background: image-set("../assets/hero.webp" type("image/webp"), url(x.jpg) 2x) }`,
    );
  });

  it('exclude comments and other properties', async () => {
    await stays(sheet, '/* url(../assets/hero.png) */ a { content: "../assets/hero.png" }');
  });

  it('are found in SCSS', async () => {
    await changes(
      '/site/css/main.scss',
      "// don't\n$x: 1px;\n.a { &:hover { background: url('../assets/hero.png'); } }",
    );
  });
});

describe('References in scripts', () => {
  it('are imports, strings, JSX attributes, and CSS in templates', async () => {
    await changes('/site/src/a.ts', `import hero from '../assets/hero.png?url';\nconst a = <T>(x: T) => x;`);
    await changes('/site/src/a.js', 'const hero = new URL("../assets/hero.png", import.meta.url);');
    await changes(
      '/site/src/a.jsx',
      'export default () => <img src="../assets/hero.png" srcSet="../assets/hero.png 2x" />;',
    );
    await changes('/site/src/a.tsx', 'const a = <T,>(x: T) => <Card image={`../assets/hero.png`} />;');
    await changes('/site/src/a.js', 'const Box = styled.div`background: url(../assets/hero.png);`;');
  });

  it('resolve path aliases', async () => {
    const own: Replacement = { from: '/site/src/hero.png', to: '/site/src/hero.webp' };
    await changes('/site/src/deep/a.js', `import a from '@/hero.png'; require('~@/hero.png');`, own);
  });

  it('exclude comments and unparsable code', async () => {
    await stays('/site/src/a.js', "// '../assets/hero.png'\nconst x = /hero.png/;");
    await stays('/site/src/a.js', 'const x = {{{ "../assets/hero.png"');
  });
});

describe('References in data files', () => {
  it('are values in JSON, with the media type beside them', async () => {
    assert.equal(
      await updated(
        '/site/site.webmanifest',
        '{ "icons": [{ "src": "assets/hero.png", "type": "image/png" }] }',
      ),
      '{ "icons": [{ "src": "assets/hero.webp", "type": "image/webp" }] }',
    );
    await changes('/site/package.json', '{\n  // the hero\n  "icon": "assets/hero.png", "hero": true,\n}');
    await stays('/site/package.json', '{ "assets/hero.png": 1 }');
  });

  it('are values in YAML, quoted or not', async () => {
    await changes(
      '/site/config.yml',
      `a: assets/hero.png # hero\nb: 'assets/hero.png'\nc:\n  - "./assets/hero.png"\n`,
    );
    await stays('/site/config.yml', 'assets/hero.png: 1\n# assets/hero.png\n');
  });

  it('may be relative to a served folder', async () => {
    const served: Replacement = { from: '/site/public/img/hero.png', to: '/site/public/img/hero.webp' };
    await changes('/site/data/config.yml', 'logo: img/hero.png', served);
  });
});

describe('References in components', () => {
  it('are found in templates, bound attributes, scripts, and styles in Vue', async () => {
    await changes(
      '/site/src/A.vue',
      `<script setup lang="ts">\nimport hero from '../assets/hero.png';\nconst x: string = hero;\n</script>\n` +
        `<template><img src="../assets/hero.png" :src="big ? '../assets/hero.png' : hero" :alt="'x'"></template>\n` +
        `<style lang="scss" scoped>.a { background: url('../assets/hero.png') }</style>\n`,
    );
  });

  it('are found in Svelte after expressions that look like the end of a tag', async () => {
    await changes(
      '/site/src/A.svelte',
      `<script>import hero from '../assets/hero.png';</script>\n` +
        `<img on:click={() => a > b} src="../assets/hero.png" alt={"}"}>\n` +
        `{#if a < b}<img src={big ? '../assets/hero.png' : hero}>{/if}\n<style>a { background: url(../assets/hero.png) }</style>`,
    );
  });
});

describe('A new reference', () => {
  const page = '/site/pages/a.html';

  it('is written so that its syntax reads the new name', async () => {
    const to: Replacement = { from: hero.from, to: "/site/assets/it's (1).webp" };
    assert.equal(
      await updated(page, '<img src="../assets/hero.png">', to),
      '<img src="../assets/it%27s%20%281%29.webp">',
    );
    assert.equal(
      await updated('/site/a.css', 'a{b:url(assets/hero.png)}', to),
      'a{b:url(assets/it%27s%20%281%29.webp)}',
    );
    assert.equal(
      await updated('/site/a.js', `x('./assets/hero.png')`, to),
      String.raw`x('./assets/it\'s (1).webp')`,
    );
    assert.equal(await updated('/site/a.yml', `a: 'assets/hero.png'`, to), `a: 'assets/it''s (1).webp'`);
  });

  it('leads to another folder in the same form as the old one', async () => {
    const to: Replacement = { from: hero.from, to: '/site/assets/webp/hero.webp' };
    assert.equal(
      await updated(page, '<img src="../assets/hero.png">', to),
      '<img src="../assets/webp/hero.webp">',
    );
    assert.equal(
      await updated(page, '<img src="/assets/hero.png">', to),
      '<img src="/assets/webp/hero.webp">',
    );
    assert.equal(
      await updated('/site/assets/a.css', 'a{b:url(./hero.png)}', to),
      'a{b:url(./webp/hero.webp)}',
    );
  });
});

describe('The remaining references to a file', () => {
  it('are those that no edit changes, in any file', async () => {
    assert.deepEqual(await stillNamed('/site/main.py', 'open("assets/hero.png")'), [hero.from]);
    assert.deepEqual(await stillNamed('/site/pages/a.md', '![](../assets/hero.png) `hero.png`'), [hero.from]);
    assert.deepEqual(await stillNamed('/site/broken.js', 'const x = {{{ "assets/hero.png"'), [hero.from]);
  });

  it('exclude changed references, other files, and parts of other names', async () => {
    assert.deepEqual(await stillNamed('/site/pages/a.md', '![](../assets/hero.png)'), []);
    assert.deepEqual(await stillNamed('/site/public/a.html', '<img src="img/hero.png">'), []);
    assert.deepEqual(await stillNamed('/site/main.py', 'open("superhero.png")'), []);
  });
});

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
