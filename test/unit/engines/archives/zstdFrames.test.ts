import assert from 'node:assert/strict';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { zstdFrames } from '../../../../src/engines/archives/zstdFrames.ts';
import { isConversionError } from '../../../../src/engines/api/conversionError.ts';

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
