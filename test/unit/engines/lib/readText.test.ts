import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../../../../src/engines/lib/readText.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('readText', () => {
  const folder = useTemporaryFolder();
  const text = 'a,ä\r\n1,😀\r\n';
  const read = async (bytes: Buffer): Promise<string> => {
    const file = path.join(folder.path, 'a.csv');
    await writeFile(file, bytes);
    return readText(file, 'csv');
  };
  const utf16 = Buffer.from(text, 'utf16le');

  it('reads UTF-8 and UTF-16 with or without a byte order mark', async () => {
    assert.equal(await read(Buffer.from(text)), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`)), text);
    assert.equal(await read(utf16), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
    assert.equal(await read(Buffer.from(utf16).swap16()), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text);
  });

  it('reads UTF-16 without a byte order mark in any script', async () => {
    const other = 'имя;цена\r\n молоко;50\r\n';
    assert.equal(await read(Buffer.from(other, 'utf16le')), other);
    assert.equal(await read(Buffer.from(other, 'utf16le').swap16()), other);
  });

  // Written by Python, which supports these encodings.
  for (const [encoding, base64, expected] of [
    ['windows-1252', 'R3L232U7UHJlaXMNCk38bGxlcjszLDUwIIANCg==', 'Größe;Preis\r\nMüller;3,50 €\r\n'],
    ['windows-1252, only German letters', '5Pb838TW3A0K', 'äöüßÄÖÜ\r\n'],
    ['windows-1252, Spanish', 'QfFvO79Rdek/DQo=', 'Año;¿Qué?\r\n'],
    ['windows-1250', 'SW1p6jujdWthc3oNCk1hs2dvcnphdGE7v/Oz5g0K', 'Imię;Łukasz\r\nMałgorzata;żółć\r\n'],
    ['windows-1251', '0u7i4PA71uXt4A0KzO7r7uruOzENCg==', 'Товар;Цена\r\nМолоко;1\r\n'],
    [
      'Shift_JIS',
      'lryRTyyPWo+KDQqTY5KGkb6YWSyTjIuek3ONYIvmDQqOUpNjidSOcSyR5Y3jlXuR5Y3jjnMNCg==',
      '名前,住所\r\n田中太郎,東京都港区\r\n山田花子,大阪府大阪市\r\n',
    ],
  ] as const) {
    it(`recognizes ${encoding}`, async () => {
      assert.equal(await read(Buffer.from(base64, 'base64')), expected);
    });
  }

  it('uses the requested encoding, and reports if the file has another', async () => {
    const file = path.join(folder.path, 'a.csv');
    await writeFile(file, Buffer.from('8cLMz8vPOzE=', 'base64'));
    assert.equal(await readText(file, 'csv', 'koi8-r'), 'Яблоко;1');
    await assert.rejects(readText(file, 'csv', 'utf-8'), { code: 'conversion.invalid_input' });
  });

  it('refuses older encodings in formats defined as Unicode', async () => {
    const file = path.join(folder.path, 'a.json');
    await writeFile(file, Buffer.from('["é"]', 'latin1'));
    await assert.rejects(readText(file, 'json'), { code: 'conversion.invalid_input' });
  });

  it('uses the encoding a page declares, unless the page is UTF-8', async () => {
    const file = path.join(folder.path, 'a.html');
    const page = '<meta charset="windows-1251"><p>Привет é</p>';
    await writeFile(file, page);
    assert.equal(await readText(file, 'html'), page);
    await writeFile(file, Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0</p>', 'latin1'));
    assert.equal(await readText(file, 'html'), '<meta charset="windows-1251"><p>Пр</p>');
  });
});
