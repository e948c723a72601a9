import assert from 'node:assert/strict';
import { convert } from 'fontverter';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { formatOfHead } from '../../../src/contract/formats/formatOfHead.ts';
import { sameFont } from '../../../tools/matrix/files.ts';
import { debianPython } from '../../support/debianPython.ts';
import { font } from '../../support/service/fixtures.ts';
import { fontFacts } from '../../support/service/fontFacts.ts';
import { useService } from '../../support/service/services.ts';

const exec = promisify(execFile);

/** Fonts that the matrix doesn't cover: variable fonts, and cubic outlines. */
const others: Readonly<Record<string, readonly string[]>> = {
  'inter-variable.ttf': ['woff', 'woff2'],
  'inter-variable.woff': ['ttf', 'otf', 'woff2'],
  'inter-variable.woff2': ['ttf', 'otf', 'woff'],
  'cantarell.woff': ['otf', 'woff2'],
  'cantarell.woff2': ['otf', 'woff'],
};

describe('A font conversion', () => {
  const service = useService();

  const failure = (name: string, bytes: Uint8Array, to: string): Promise<unknown> =>
    service.api.ending({ name, bytes }, to);

  for (const [name, targets] of Object.entries(others)) {
    it(`converts ${name} with every glyph, table, and name`, async () => {
      const source = await readFile(font(name));
      for (const to of targets) {
        await sameFont({
          engine: 'font',
          from: name,
          to,
          source,
          output: (await service.api.convert(font(name), to)).output,
        });
      }
    });
  }

  it('suggests a format for outlines that TTF doesn’t support', async () => {
    for (const name of ['cantarell.woff', 'cantarell.woff2']) {
      assert.deepEqual(await failure(name, await readFile(font(name)), 'ttf'), {
        error: 'conversion.invalid_input',
        detail: 'TTF files can’t contain PostScript outlines. Convert the font to OTF instead.',
      });
    }
  });

  it('reads a font by its content, whatever its name is', async () => {
    for (const [content, name, to] of [
      ['dejavu.ttf', 'a.ttc', 'woff2'],
      ['dejavu.ttf', 'a.otf', 'woff'],
      ['dejavu.ttf', 'a.woff2', 'ttf'],
      ['dejavu.woff2', 'a.ttf', 'woff2'],
      ['dejavu.woff2', 'a.woff', 'ttf'],
      ['dejavu.woff', 'a.otf', 'woff'],
    ] as const) {
      const source = await readFile(font(content));
      const { output } = await service.api.convert({ name, bytes: source }, to);
      await sameFont({ engine: 'font', from: content, to, source, output });
    }
  });

  it('says that a file is a collection of fonts, whatever its name is', async () => {
    const fonts = await collectionOf('dejavu.ttf', 'inter-variable.ttf');
    const expected = {
      error: 'conversion.invalid_input',
      detail: 'The file is a collection of fonts. Save the font that you need as its own file first.',
    };
    for (const name of ['a.ttf', 'a.otf', 'a.woff2']) {
      assert.deepEqual(await failure(name, fonts, 'woff'), expected, name);
    }
    assert.deepEqual(await failure('a.woff2', await convert(fonts, 'woff2', 'sfnt'), 'ttf'), expected);
  });

  it('reports a damaged font', async () => {
    for (const name of ['dejavu.woff', 'dejavu.woff2']) {
      const cut = (await readFile(font(name))).subarray(0, 5000);
      const expected = {
        error: 'conversion.invalid_input',
        detail: 'The font is damaged and can’t be read.',
      };
      assert.deepEqual(await failure(name, cut, 'ttf'), expected, name);
      assert.deepEqual(await failure(name, Buffer.from('no font'), 'ttf'), expected, name);
    }
  });

  it('refuses a font that decompresses to more than the limit, whatever it claims', async () => {
    const expected = { error: 'conversion.limit_exceeded', detail: 'The font is too large.' };
    for (const claimed of [200 * 1024 ** 2, 1000]) {
      const bomb = woffBomb(100 * 1024 ** 2, claimed);
      assert.deepEqual(await failure('a.woff', bomb, 'ttf'), expected, `claims ${claimed}`);
    }
    const head = Buffer.alloc(48);
    head.write('wOF2\0\u0001\0\0', 'latin1');
    head.writeUInt32BE(2 ** 31, 16);
    assert.deepEqual(await failure('a.woff2', head, 'ttf'), expected);
    await service.api.convert(font('dejavu.woff2'), 'ttf');
  });

  describe('to a subset', () => {
    it('keeps the requested characters with everything they need', async () => {
      const options = { text: 'Ωб', unicodeRange: 'U+41-43, U+66, U+69' };
      const { output } = await service.api.convert(font('dejavu.ttf'), 'woff2', options);
      const before = await fontFacts(await readFile(font('dejavu.ttf')));
      const after = await fontFacts(output);
      assert.deepEqual(after.characters, ['41', '42', '43', '66', '69', '3a9', '431']);
      // The `fi` ligature is kept because both of its letters are.
      assert.ok(after.glyphs.includes('fi') && after.glyphs.length < before.glyphs.length);
      assert.deepEqual(after.names, before.names);
      for (const tag of ['GPOS', 'GSUB', 'fpgm', 'prep']) assert.ok(tag in after.tables, tag);
      assert.equal(after.tables['fpgm'], before.tables['fpgm']);
    });

    it('keeps a variable font’s axes, and an OTF’s outlines', async () => {
      const inter = await service.api.convert(font('inter-variable.woff2'), 'ttf', { text: 'abc' });
      const before = await fontFacts(await readFile(font('inter-variable.woff2')));
      assert.deepEqual((await fontFacts(inter.output)).axes, before.axes);
      const cantarell = await service.api.convert(font('cantarell.woff'), 'otf', { text: 'abc' });
      assert.equal(formatOfHead(cantarell.output), 'otf');
      assert.deepEqual((await fontFacts(cantarell.output)).characters, ['61', '62', '63']);
    });

    it('refuses an invalid range', async () => {
      for (const unicodeRange of ['', 'abc', 'U+', 'U+110000', 'U+7E-20', 'U+41,', 'U+1234567']) {
        const fields = { targetFormat: 'woff', options: JSON.stringify({ unicodeRange }) };
        const { json } = await service.api.submit('/convert', font('dejavu.ttf'), fields);
        assert.equal(json?.error, 'request.invalid_option', unicodeRange);
      }
    });
  });
});

/** A file with several fonts, as fonttools writes it. */
async function collectionOf(...names: readonly string[]): Promise<Buffer> {
  const program = `
import sys
from fontTools.ttLib import TTCollection, TTFont
collection = TTCollection()
collection.fonts = [TTFont(name) for name in sys.argv[1:]]
collection.save(sys.stdout.buffer)`;
  const { stdout } = await exec(debianPython, ['-c', program, ...names.map(font)], {
    encoding: 'buffer',
    maxBuffer: 1 << 26,
  });
  return stdout;
}

/** A web font whose only table is this many zeros, with a declared size. */
function woffBomb(zeros: number, claimed: number): Buffer {
  const table = deflateSync(Buffer.alloc(zeros));
  const [header, entry] = [Buffer.alloc(44), Buffer.alloc(20)];
  header.write('wOFF\0\u0001\0\0', 'latin1');
  header.writeUInt32BE(64 + table.length, 8);
  header.writeUInt16BE(1, 12);
  header.writeUInt32BE(claimed, 16);
  entry.write('cmap');
  for (const [at, number] of [64, table.length, zeros].entries()) entry.writeUInt32BE(number, 4 + at * 4);
  return Buffer.concat([header, entry, table]);
}
