import assert from 'node:assert/strict';
import { hasSparseFiles } from '../../../../src/engines/archives/sparseTar.ts';

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
