import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { isConversionError } from '../../../../src/engines/api/conversionError.ts';
import { bytesOf } from '../../../../src/engines/lib/byteSource.ts';
import { methods, packedData, zipEntries, inflateEntry } from '../../../../src/engines/lib/zip.ts';
import { newEntry, ZipWriter } from '../../../../src/engines/lib/zipWriter.ts';

const files: Readonly<Record<string, Buffer>> = {
  'a.txt': Buffer.from('a'.repeat(1000)),
  'folder/naïve 文.bin': Buffer.from([0, 255, 1]),
  empty: Buffer.alloc(0),
};

describe('ZipWriter', () => {
  it('writes a ZIP that another library reads', () => {
    assert.deepEqual(
      Object.entries(unzipSync(zipped())).map(([name, content]) => [name, Buffer.from(content)]),
      Object.entries(files),
    );
  });

  it('writes a ZIP that is read here as written', () => {
    const zip = bytesOf(zipped());
    for (const entry of zipEntries(zip)) {
      const content = inflateEntry(entry, packedData(zip, entry), 1000);
      assert.deepEqual(content, files[entry.name.toString()]);
    }
  });

  it('dates a new entry now, to two seconds', () => {
    const before = Date.now();
    const { time } = newEntry('a', Buffer.alloc(0));
    const [date, clock] = [time >>> 16, time & 0xffff];
    const day = [(date >> 9) + 1980, ((date >> 5) & 0xf) - 1, date & 0x1f] as const;
    const written = new Date(...day, clock >> 11, (clock >> 5) & 0x3f, (clock & 0x1f) * 2).getTime();
    assert.ok(written > before - 4000 && written <= Date.now(), new Date(written).toISOString());
  });

  it('refuses more entries than a ZIP can count', () => {
    const writer = new ZipWriter();
    const entry = newEntry('a', Buffer.alloc(0));
    const add = (): unknown => writer.add(entry, methods.stored, Buffer.alloc(0));
    for (let count = 0; count < 0xffff; count += 1) add();
    assert.throws(add, (error) => isConversionError(error) && error.code === 'conversion.limit_exceeded');
  });
});

/** Every second file is stored uncompressed. */
function zipped(): Buffer {
  const writer = new ZipWriter();
  const pieces = Object.entries(files).flatMap(([name, content], index) =>
    index % 2 === 0
      ? writer.add(newEntry(name, content), methods.deflated, deflateRawSync(content))
      : writer.add(newEntry(name, content), methods.stored, content),
  );
  return Buffer.concat([...pieces, writer.end()]);
}
