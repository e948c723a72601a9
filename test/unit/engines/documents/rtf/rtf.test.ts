import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import sharp from 'sharp';
import { fault } from '../../../../../src/contract/fault.ts';
import { readRtf } from '../../../../../src/engines/documents/rtf/read.ts';
import { writeRtf } from '../../../../../src/engines/documents/rtf/write.ts';
import type { Document } from '../../../../../src/engines/documents/tree/document.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../fixtures/documents/${name}`, import.meta.url));

async function read(body: string): Promise<string> {
  const rtf = Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\n${body}}`, 'latin1');
  return toHtml((await readRtf(rtf)).root);
}

async function write(html: string, pictures: Document['pictures'] = new Map()): Promise<string> {
  return writeRtf({ root: fromHtml(html, { fragment: true }), pictures }, {});
}

/** Returns the lines of an RTF file after its head. */
async function lines(html: string, pictures?: Document['pictures']): Promise<string> {
  const rtf = await write(html, pictures);
  return rtf.slice(rtf.indexOf('\\pard\\plain')).replace(/\}$/, '').trim();
}

const item = (label: string, level: number, text: string, list = 1): string =>
  `{\\listtext\\pard ${label}\\tab}\\pard\\ls${list}\\ilvl${level} ${text}\\par\n`;

const level = (kind: number, start: number, text: string): string =>
  `{\\listlevel\\levelnfc${kind}\\levelstartat${start}{\\leveltext${text};}}`;

describe('An RTF file that is read', () => {
  it('has the characters that Word has control words for', async () => {
    const body = String.raw`\pard 7\~450, 555\_0199, co\-2, 10\endash 20\emdash all \u8212\emdash  \u169\'a9 bullet\par \bullet  \lquote a\rquote\par`;
    assert.equal(await read(body), '<p>7\u{a0}450, 555‑0199, co2, 10–20—all — © bullet</p><p>• ‘a’</p>');
  });

  it('has no hidden or deleted text, but what follows it', async () => {
    const body = String.raw`\pard A{\v hidden\'e4\u228?\tab\endash {\b more}}B\v hidden\v0 C\v hidden\plain D{\deleted gone}\par {\v all\par}{\field{\*\fldinst{\v HYPERLINK "https://a.b/"}}{\fldrslt E}}\par`;
    assert.equal(await read(body), '<p>ABCD</p><p><a href="https://a.b/">E</a></p>');
  });

  it('has the binary data of objects left alone', async () => {
    assert.equal(await read('\\pard a{\\*\\x\\bin6 \\v }\\~}b\\par'), '<p>ab</p>');
  });

  it('has its pictures', async () => {
    const { pictures } = await readRtf(fixture('harbour.rtf'));
    assert.deepEqual([...pictures.keys()], ['picture1.png']);
  });

  it('is reported as damaged if it is cut off or another kind of file', async () => {
    const whole = fixture('voyage.rtf');
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no document')]) {
      await assert.rejects(readRtf(bytes), { fault: fault('damaged.document') });
    }
    assert.ok((await readRtf(Buffer.concat([whole, Buffer.alloc(9)]))).root.children.length > 9);
  });

  it('has the text of the code pages of its fonts', async () => {
    const fonts = String.raw`{\fonttbl{\f1\fcharset204 Arial;}{\f2\fcharset128 MS Mincho;}{\f3\fcharset2 Symbol;}}`;
    const body = String.raw`\pard\f1 \'cf\'f0\'e8 \f2 \'93\'fa\'96\'7b \f3 \'61 \f0 \'e9\par`;
    assert.equal(await read(fonts + body), '<p>При 日本 α é</p>');
  });

  it('has quotes, code, and headings by their styles, and the choices of forms', async () => {
    const styles = String.raw`{\stylesheet{\s0 Normal;}{\s1\outlinelevel1\b heading 2;}{\s2\li720\i Quote;}{\s3\f1 HTML Preformatted;}}`;
    const form = String.raw`{\field{\*\fldinst FORMCHECKBOX{\*\formfield{\fftype1\ffres1}}}{\fldrslt}}`;
    const body = String.raw`\pard\s1\b Title\par\pard\plain\s2\li720\i quoted\par\pard\plain\s3\f1 a\par b\par\pard\plain`;
    assert.equal(
      await read(`${styles}${body} ${form} yes\\par`),
      '<h2>Title</h2><blockquote><p>quoted</p></blockquote><pre><code>a\nb</code></pre><p>☒ yes</p>',
    );
  });

  it('has lists in the way of Word 95, and paragraphs that continue items', async () => {
    const body = String.raw`{\pntext 1.\tab}{\*\pn\pnlvlbody\pndec\pnstart1{\pntxta .}}\li360 one\par two\par\pard end\par`;
    assert.equal(await read(`\\pard${body}`), '<ol><li>one</li><li>two</li></ol><p>end</p>');
    const lists = String.raw`{\*\listtable{\list{\listlevel\levelnfc23{\leveltext\'01\'b7;}\li720}\listid1}}{\*\listoverridetable{\listoverride\listid1\ls1}}`;
    assert.equal(
      await read(`${lists}\\pard${item('', 0, 'item')}\\pard\\li720\\ls1 more\\par${item('', 0, 'last')}`),
      '<ul><li><p>item</p><p>more</p></li><li>last</li></ul>',
    );
  });

  it('has nested lists with the numbers, letters, and labels that Word shows', async () => {
    const lists = [
      level(0, 3, "\\'02\\'00.") + level(4, 8, "\\'02\\'01."),
      level(2, 1, "\\'02\\'00."),
      level(4, 1, "\\'03(\\'00)") + level(23, 1, "\\'01\\'b7"),
      level(0, 1, "\\'02\\'00."),
    ];
    const tables = [
      `{\\*\\listtable${lists.map((levels, at) => `{\\list${levels}\\listid${at}}`).join('')}}`,
      `{\\*\\listoverridetable${lists.map((_, at) => `{\\listoverride\\listid${at}\\ls${at + 1}}`).join('')}}`,
    ];
    const items = [
      item('3.', 0, 'three') + item('h.', 1, 'letter h') + item('i.', 1, 'letter i') + item('4.', 0, 'four'),
      '\\pard between\\par' + item('5.', 0, 'five') + '\\pard x\\par',
      item('i.', 0, 'one', 2) + item('ii.', 0, 'two', 2) + '\\pard x\\par',
      item('(a)', 0, 'labeled', 3) + item("\\'b7", 1, 'dot', 3),
      '\\pard x\\par' + item('1.', 0, 'first', 4) + '\\pard\\li360\\ls4 continued\\par',
    ];
    assert.equal(
      await read([...tables, ...items].join('')),
      '<ol start="3"><li>three<ol start="8" type="a"><li data-label="h. ">letter h</li><li data-label="i. ">letter i</li></ol></li><li>four</li></ol>' +
        '<p>between</p><ol start="5"><li>five</li></ol><p>x</p><ol type="i"><li data-label="i. ">one</li><li data-label="ii. ">two</li></ol>' +
        '<p>x</p><ol type="a"><li data-label="(a) ">labeled<ul><li>dot</li></ul></li></ol><p>x</p><ol><li>first</li></ol><p style="margin-left: 18pt">continued</p>',
    );
  });
});

describe('A written RTF file', () => {
  it('is read with the same text, lists, tables, notes, and links', async () => {
    const html = [
      '<h1 id="top">H</h1><p>A <strong>b</strong> <em>i</em> <s>s</s> <sup>2</sup> <code>c</code> {\\} é 你 🎉<br>x</p>',
      '<p><a href="https://a.b/?c=%20d&amp;e=1">l</a> <a href="#top">t</a> n<footnote id="note1">N</footnote></p>',
      '<ol start="3"><li>a<ul><li>b</li></ul></li><li>c</li></ol><ol type="a"><li>d</li></ol>',
      '<table><tbody><tr><td colspan="2">w</td><td rowspan="2">t<table><tbody><tr><td>in</td></tr></tbody></table></td></tr><tr><td>e</td><td>f</td></tr></tbody></table>',
    ].join('');
    const { root } = await readRtf(Buffer.from(await write(html)));
    const plain = toHtml(root).replaceAll(/<\/?span[^>]*>|(?<=<h1[^>]*>)<strong>|<\/strong>(?=<\/h1>)/g, '');
    assert.equal(
      plain,
      html
        .replace('note1">N</footnote>', 'footnote-0"><p>N</p></footnote>')
        .replace('<li>d', '<li data-label="a. ">d')
        .replace('&amp;', '&#x26;')
        .replace('>t<table>', '><p>t</p><table>'),
    );
  });

  it('has paragraphs with the formatting of their styles, in ASCII', async () => {
    const html =
      '<p class="title">T</p><p align="center" style="margin-left: 36pt">ß\u{a0}–</p><blockquote><blockquote><p>q</p></blockquote></blockquote><hr><pre><code>a\n\tb</code></pre><hr class="page-break"><p><span style="color: #B0123C; font-size: 18pt">r</span></p>';
    assert.equal(
      await lines(html),
      String.raw`\pard\plain\s10\sa160\b\fs52 T\par
\pard\plain\s0\sa160\qc\li720\fs22 \u223?\~\u8211?\par
\pard\plain\s12\li720\ri720\sa160\li1440\fs22 q\par
\pard\plain\s21\brdrb\brdrs\brdrw10\brsp20\sa240\fs12 \par
\pard\plain\s13\sa160\f1\fs19 a\line \tab b\par
\pard\plain\s0\sa160\pagebb\fs22 {\cf1\fs36 r}\par`,
    );
    assert.match(await write(html), /\{\\colortbl;\\red176\\green18\\blue60;\}/);
  });

  it('has its pictures as PNG or JPEG, at their sizes', async () => {
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    const pictures = new Map([
      ['a.webp', { mediaType: 'image/webp', data: await image.webp().toBuffer() }],
      ['c.svg', { mediaType: 'image/svg+xml', data: drawing }],
    ]);
    assert.match(await lines('<p><img src="c.svg"></p>', pictures), /\\picwgoal600\\pichgoal300\n/);
    const rtf = await lines(
      '<p><img src="a.webp" alt="A}" width="80"> <img src="b.png" alt="B"></p>',
      pictures,
    );
    const [, hex = ''] = /pichgoal600\n([\da-f\n]+)\}/.exec(rtf) ?? [];
    const { format, width } = await sharp(Buffer.from(hex.replaceAll('\n', ''), 'hex')).metadata();
    assert.deepEqual([format, width], ['png', 40]);
    assert.ok(
      rtf.includes('{\\sv A\\}}') && rtf.includes('\\picwgoal1200') && rtf.endsWith(' [B]\\par'),
      rtf,
    );
  });

  it('is refused if it would repeat a picture endlessly', async () => {
    const image = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    const pictures = new Map([['a.png', { mediaType: 'image/png', data: await image.png().toBuffer() }]]);
    await assert.rejects(write('<p><img src="a.png"></p>'.repeat(2000), pictures), {
      fault: fault('document.depth'),
    });
  });
});
