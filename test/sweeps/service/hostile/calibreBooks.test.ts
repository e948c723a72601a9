import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Listener } from '../../../support/http/listener.ts';
import { document, image } from '../../../support/service/fixtures.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { invalid, tooMuch } from '../../../support/service/jobFaults.ts';
import { contentsOf, rezipped } from '../../../support/service/rezipped.ts';
import { unconfined, withPrograms } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const damaged = invalid('The book is damaged and can’t be read.');
const words = 'the words of this computer';
const python = (text: string): string => `${JSON.stringify(text)}.encode()`;

/** A book that refers to parts, styles, and pictures elsewhere. `of` returns the address for each kind. */
async function referring(of: (kind: 'png' | 'html' | 'css') => string): Promise<Buffer> {
  const [png, html, css] = [of('png'), of('html'), of('css')];
  const items = `<item id="x1" href="${png}" media-type="image/png"/><item id="x2" href="${html}" media-type="application/xhtml+xml"/><item id="x3" href="${css}" media-type="text/css"/></manifest>`;
  const styles = `<head><link rel="stylesheet" href="${css}"/><style>@import url(${css}); p { background: url(${png}) } @font-face { font-family: x; src: url(${png}) }</style>`;
  const body = `<p><img src="${png}"/><a href="${html}">a</a><object data="${html}"></object><iframe src="${html}"></iframe></p></body>`;
  return rezipped(document('pictures.epub'), {
    each: [
      `if name == 'EPUB/content.opf':`,
      `    data = data.replace(b'</manifest>', ${python(items)}).replace(b'</spine>', b'<itemref idref="x2"/></spine>')`,
      `    data = data.replace(b'<guide>', ${python(`<guide><reference type="cover" href="${png}"/><reference type="text" href="${html}"/>`)})`,
      `if name == 'EPUB/text/ch002.xhtml':`,
      `    data = data.replace(b'<head>', ${python(styles)}).replace(b'</body>', ${python(body)})`,
    ].join('\n'),
  });
}

/** A book with an external entity in its title and text. */
async function withEntity(address: string): Promise<Buffer> {
  const type = `<!DOCTYPE x [<!ENTITY e SYSTEM "${address}">]>`;
  return rezipped(document('pictures.epub'), {
    each: [
      `if name in ('EPUB/content.opf', 'EPUB/text/ch002.xhtml'):`,
      `    data = re.sub(rb'(<\\?xml[^>]*\\?>)\\s*(<!DOCTYPE[^>]*>)?', lambda m: m[1] + ${python(type)}, data, count=1)`,
      `    data = data.replace(b'Two pictures</dc:title>', b'Two &e;</dc:title>').replace(b'</body>', b'<p>&e;</p></body>')`,
    ].join('\n'),
  });
}

/** A text in the Psion format, in which all letters are literal. */
function tcr(text: string): Buffer {
  const letters = Array.from({ length: 256 }, (_, code) => Buffer.from([1, code]));
  return Buffer.concat([Buffer.from('!!8-Bit!!'), ...letters, Buffer.from(text)]);
}

/** The paths of the secret files, in the spellings that books may use. */
function places(stem: string, listener: Listener): readonly string[] {
  return [
    stem,
    `file://${stem}`,
    path.posix.join('../../../../../../../../..', stem),
    `${'..%2f'.repeat(9)}${stem.slice(1).replaceAll('/', '%2f')}`,
    `${listener.url}/secret`,
  ];
}

/** A text that refers to a path in Markdown, HTML, and reStructuredText. */
const textOf = (place: string): string =>
  `a\n\n![a](${place}.png)\n\n<img src="${place}.png">\n\n.. include:: ${place}.html\n`;

describe('A hostile book for Calibre', () => {
  const folder = useTemporaryFolder();
  const service = useHostileService(withPrograms, unconfined);

  /**
   * Creates files that no book may contain. Returns the forms in which their content could appear in a book, and their
   * path without an extension.
   */
  async function layDown(): Promise<{ forms: Buffer[]; stem: string }> {
    const stem = path.join(folder.path, 'secret');
    const picture = await readFile(image('alpha.png'));
    await writeFile(`${stem}.png`, picture);
    await writeFile(`${stem}.html`, `<html><body><p>${words}</p></body></html>`);
    await writeFile(`${stem}.css`, `p { content: "${words}" }`);
    return { forms: [Buffer.from(words), picture.subarray(48, 240)], stem };
  }

  it('includes no local file and nothing from an address', async () => {
    const { forms, stem } = await layDown();
    const listener = await Listener.start();
    try {
      const all = places(stem, listener);
      const books: [name: string, bytes: Buffer][] = [];
      for (const place of all) {
        // A reader may stop at the first cover or entity that it can’t follow.
        books.push(['a.epub', await referring((kind) => `${place}.${kind}`)]);
        books.push(['a.epub', await withEntity(`${place}.html`)]);
        // With several pictures, Calibre would treat it as Markdown, which has its own vulnerability (CVE-2026-33206).
        books.push(['a.tcr', tcr(textOf(place))]);
      }
      const page = all.map(
        (place) =>
          `<h1>h</h1><p>a<img src="${place}.png"><a href="${place}.html">b</a><iframe src="${place}.html"></iframe><link rel="stylesheet" href="${place}.css"></p>`,
      );
      const text = all.map(textOf).join('\n');
      books.push(['a.html', Buffer.from(page.join(''))]);
      books.push(['a.md', Buffer.from(text)], ['a.txt', Buffer.from(text)]);
      for (const [name, bytes] of books) {
        const output = await service.outputIfAny(name, bytes, 'htmlz');
        assert.ok(output, name);
        const content = contentsOf(output);
        assert.ok(content.includes('calibre'), name);
        for (const form of forms) assert.ok(!content.includes(form), name);
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('writes nothing outside its own folder', async () => {
    const evil = path.join(folder.path, 'evil.html');
    const climbing = path.posix.join('../../../../../../../../..', evil);
    const bytes = await rezipped(document('pictures.epub'), {
      more: `for name in (${JSON.stringify(climbing)}, ${JSON.stringify(evil)}): z.writestr(name, 'evil')`,
    });
    await service.outputIfAny('a.epub', bytes, 'azw3');
    assert.ok(!existsSync(evil));
  });

  it('is never run as a program, whatever its name', async () => {
    const ran = path.join(folder.path, 'ran');
    const recipe = `open(${JSON.stringify(ran)}, 'w')\nfrom calibre.web.feeds.news import BasicNewsRecipe\nclass A(BasicNewsRecipe):\n    title = 'a'\n`;
    for (const name of ['a.html', 'a.txt', 'a.epub', 'a.tcr', 'a.pdb']) {
      await service.outputIfAny(name, Buffer.from(recipe), 'azw3');
    }
    assert.ok(!existsSync(ran));
  });

  it('is reported as such if it is truncated, encrypted, or another kind of file', async () => {
    for (const name of ['voyage.epub', 'voyage.mobi', 'voyage.azw3']) {
      const whole = await readFile(document(name));
      for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no book')]) {
        assert.deepEqual(await service.failure(name, bytes, 'htmlz'), damaged, name);
      }
    }
    const locked = await readFile(document('voyage.mobi'));
    locked.writeUInt16BE(2, locked.readUInt32BE(78) + 12);
    const drm = 'The book is protected by DRM and can’t be converted.';
    assert.deepEqual(await service.failure('a.mobi', locked, 'azw3'), invalid(drm));
  });

  it('can’t grow without limit', async () => {
    const bomb = await rezipped(document('voyage.epub'), {
      more: "z.writestr('EPUB/media/a.css', b' ' * (510 << 20))",
    });
    const tooLarge = tooMuch('The book’s contents exceed 500 MB.');
    assert.deepEqual(await service.failure('a.epub', bomb, 'azw3'), tooLarge);
  });
});
