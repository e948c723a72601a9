import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';
import { decodePdf } from '../../../../tools/matrix/decoders/pdf.ts';
import { Listener } from '../../../support/http/listener.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { wordsByPoppler } from '../../../support/service/poppler.ts';
import { useService } from '../../../support/service/services.ts';

describe('A hostile document to print', () => {
  const service = useService(['--plan', 'free']);

  const ending = (name: string, bytes: Uint8Array): Promise<unknown> =>
    service.api.ending({ name, bytes }, 'pdf');
  const balance = async (): Promise<number | undefined> =>
    parseEntitlements((await service.api.call('/convert/entitlements/me')).json).balance;

  it('is refused in a script without a font, prints no empty boxes, and costs nothing', async () => {
    const before = await balance();
    const nobodys = '\u{10fffd}';
    assert.deepEqual(await ending('a.md', Buffer.from(`| a |\n|---|\n| ${nobodys} |`)), {
      error: 'conversion.unsupported_script',
      detail: `No font on this computer contains ${nobodys}. Install one that does, such as a Noto font, and try again.`,
    });
    assert.equal(await balance(), before);
  });

  it('has words from right to left in their order', async () => {
    const bytes = Buffer.from('The harbour: שלום עולם (مرحبا بالعالم)\n');
    const { output } = await service.api.convert({ name: 'a.md', bytes }, 'pdf');
    // Poppler marks the direction of words.
    const words = (await wordsByPoppler(output))
      .flat()
      .join(' ')
      .replaceAll(/[\u202a-\u202e]/g, '');
    for (const said of ['The harbour:', 'שלום עולם', 'مرحبا بالعالم']) assert.ok(words.includes(said), words);
  });

  it('has equivalent characters in place of those without a font', async () => {
    const [angles, letters] = ['\u2329a\u232a', '𝒜𝐁𝔠𝟙𝛂'];
    const bytes = Buffer.from(`${angles}\n\n${letters}\n`);
    const { output } = await service.api.convert({ name: 'a.md', bytes }, 'pdf');
    const { text } = await decodePdf(output);
    assert.match(text.normalize('NFKC'), /〈a〉\s+ABc1α/);
  });

  it('can’t connect, or show a local file', async () => {
    const listener = await Listener.start();
    try {
      const url = `${listener.url}/a.png`;
      const file = sample('cat.png');
      for (const target of [url, `file://${file}`, file, '//127.0.0.1/a.png']) {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>@import url("${target}");</style><image href="${target}" width="40" height="40"/></svg>`;
        const html = `<html><head><base href="${target}"><link rel="stylesheet" href="${target}"><style>@import url("${target}"); @font-face { font-family: a; src: url("${target}") } body { font-family: a; background: url("${target}") }</style></head>
          <body><p>text</p><img src="${target}"><img srcset="${target} 2x"><iframe src="${target}"></iframe><object data="${target}"></object>${svg}</body></html>`;
        const drawn = `<p>x</p><img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
        for (const [name, text] of [
          ['a.html', html],
          ['a.html', drawn],
          ['a.md', `![x](${target})\n\n<img src="${target}">`],
        ] as const) {
          const { output } = await service.api.convert({ name, bytes: Buffer.from(text) }, 'pdf');
          const { pictures } = await decodePdf(output);
          assert.equal(pictures, text === drawn ? 1 : 0, target);
          assert.ok(output.length < 100_000, `${output.length} bytes`);
        }
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('fails with an expanding picture, an endless table, or endless nesting, and the next one works', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>';
    const bomb = `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`;
    assert.deepEqual(await ending('a.html', Buffer.from(bomb)), {
      error: 'conversion.limit_exceeded',
      detail: 'The image has too many pixels.',
    });
    const wide = `<table><tr>${'<td>x</td>'.repeat(500)}</tr></table>`;
    assert.deepEqual(await ending('a.html', Buffer.from(wide)), {
      error: 'conversion.limit_exceeded',
      detail: 'A table with 500 columns is too wide for a page.',
    });
    for (const tag of ['div', 'table><tr><td', 'blockquote', 'ul><li', 'b']) {
      await ending('a.html', Buffer.from(`<${tag}>`.repeat(20_000)));
    }
    assert.equal(await ending('a.html', Buffer.from('<p>x</p>')), 'Succeeded');
  });
});
