import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isConversionError } from '../../../../src/engines/api/conversionError.ts';
import { hasSparseFiles, isTar, isVolume, zstdFrames } from '../../../../src/engines/archives/headers.ts';
import { archive } from '../../../support/service/fixtures.ts';

/** A tar header, followed by content in whole blocks. */
function entry(type: string, content: string, size: string | Buffer = content.length.toString(8)): Buffer {
  const block = Buffer.alloc(512);
  block.write('name', 0);
  Buffer.from(size).copy(block, 124);
  block.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([block, body]);
}

const holes = '22 GNU.sparse.major=1\n';

describe('hasSparseFiles', () => {
  it('finds sparse files in pax headers, and nothing else', () => {
    assert.ok(hasSparseFiles(Buffer.concat([entry('0', 'text'), entry('x', holes)])));
    assert.ok(hasSparseFiles(entry('g', holes)));
    assert.ok(!hasSparseFiles(Buffer.concat([entry('x', '12 path=abc\n'), entry('0', holes)])));
  });

  it('reads sizes in GNU’s encoding', () => {
    const size = Buffer.from('800000000000000000000200', 'hex');
    assert.ok(hasSparseFiles(Buffer.concat([entry('0', 'a'.repeat(512), size), entry('x', holes)])));
  });

  it('ends for any size and any truncation', () => {
    const lying = [
      entry('0', 'a', '77777777777'),
      entry('0', 'a', Buffer.alloc(12, 0xff)),
      entry('0', '', '-1'),
      // This size points back to the entry's own header.
      entry('0', '', '-0000001000'),
    ];
    for (const bytes of lying) assert.ok(!hasSparseFiles(bytes));
    const whole = Buffer.concat([entry('0', 'text'), entry('x', holes)]);
    const markerEnd = whole.indexOf('GNU.sparse.') + 'GNU.sparse.'.length;
    for (const length of whole.keys())
      assert.equal(hasSparseFiles(whole.subarray(0, length)), length >= markerEnd);
  });
});

const tar = (): Buffer => readFileSync(archive('tree.tar'));

describe('isTar', () => {
  it('is true for a tar, also without the zeros at its end, and for an empty one', () => {
    assert.ok(isTar(tar()));
    assert.ok(isTar(withoutEnd(tar())));
    assert.ok(isTar(Buffer.alloc(1024)));
  });

  it('is false if any header is damaged, or if the last content is incomplete', () => {
    const headers = headersOf(tar());
    assert.ok(headers.length > 3);
    for (const at of headers) {
      const damaged = tar();
      damaged[at + 3] = (damaged[at + 3] ?? 0) ^ 1;
      assert.ok(!isTar(damaged), String(at));
    }
    assert.ok(!isTar(withoutEnd(tar()).subarray(0, -1)));
    assert.ok(!isTar(Buffer.alloc(0)));
  });

  it('ignores what follows an entry whose size is unclear', () => {
    const [first = 0, second = 0] = headersOf(tar());
    for (const type of '1S') {
      const bytes = tar();
      bytes.write(type, first + 156);
      bytes.write('00000001000', first + 124);
      const sum = Buffer.from(bytes.subarray(first, first + 512)).fill(' ', 148, 156);
      bytes.write(
        `${sum
          .reduce((total, byte) => total + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        first + 148,
      );
      bytes.fill(1, second);
      assert.ok(isTar(bytes), type);
    }
  });
});

/** The positions of the headers in a tar. */
function headersOf(tar: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; tar[at] !== 0;) {
    found.push(at);
    at += 512 * (1 + Math.ceil(Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8) / 512));
  }
  return found;
}

/** A tar without the zeros after its last entry. */
function withoutEnd(tar: Buffer): Buffer {
  const last = headersOf(tar).at(-1) ?? 0;
  const size = Number.parseInt(tar.toString('latin1', last + 124, last + 135), 8);
  return tar.subarray(0, last + 512 * (1 + Math.ceil(size / 512)));
}

const read = (name: string): Buffer => readFileSync(archive(name));

/** The fixture, with one of its bytes replaced. */
function changed(name: string, at: number, byte: number): Buffer {
  const bytes = read(name);
  bytes[at < 0 ? bytes.length + at : at] = byte;
  return bytes;
}

describe('isVolume', () => {
  for (const [name, container] of [
    ['tree.zip', 'zip'],
    ['rar/old.rar', 'rar'],
    ['rar/solid.rar', 'rar'],
    ['tree.cab', 'cab'],
    ['tree.wim', 'wim'],
    ['tree.7z', '7z'],
  ] as const) {
    it(`isn’t confused by ${name} or its beginnings`, () => {
      const whole = read(name);
      assert.equal(isVolume(whole, container), false);
      for (let end = 0; end < Math.min(whole.length, 200); end += 1)
        isVolume(whole.subarray(0, end), container);
    });
  }

  it('recognizes volumes in each format that supports them', () => {
    assert.ok(isVolume(read('rar/old-volume.rar'), 'rar'));
    assert.ok(isVolume(read('rar/volume.rar'), 'rar'));
    assert.ok(isVolume(changed('tree.zip', -18, 2), 'zip'));
    assert.ok(isVolume(Buffer.from('PK\u0007\u0008PK\u0003\u0004'), 'zip'));
    assert.ok(isVolume(changed('tree.cab', 30, 2), 'cab'));
    assert.ok(isVolume(changed('tree.wim', 42, 3), 'wim'));
  });
});

const skippable = Buffer.from('502a4d1803000000616263', 'hex');
const texts = ['one', 'two '.repeat(100_000), ''];
const file = Buffer.concat([
  zstdCompressSync(Buffer.from(texts[0] ?? '')),
  skippable,
  ...texts.slice(1).map((text) => zstdCompressSync(Buffer.from(text))),
]);

describe('zstdFrames', () => {
  it('returns each frame with content, without skippable frames', () => {
    const found = [...zstdFrames(file)].map((frame) => zstdDecompressSync(frame).toString());
    assert.deepEqual(found, texts);
  });

  it('reports a file as damaged if it is truncated within a frame', () => {
    const ends = new Set<number>();
    for (const length of file.keys()) {
      try {
        assert.ok([...zstdFrames(file.subarray(0, length))].length < texts.length);
        ends.add(length);
      } catch (error) {
        assert.ok(isConversionError(error) && error.code === 'conversion.invalid_input', String(length));
      }
    }
    assert.equal(ends.size, texts.length + 1, 'It ends well behind each frame, and where nothing is.');
  });

  it('reports another signature, and blocks beyond the end, as damage', () => {
    const beyond = Buffer.from(zstdCompressSync(Buffer.from('some text')));
    beyond.writeUIntLE(0xff_ff_f9, beyond.indexOf('some text') - 3, 3);
    for (const bytes of [Buffer.from('no frame at all'), beyond])
      assert.throws(() => [...zstdFrames(bytes)], isConversionError);
  });
});
