import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isVolume } from '../../../../src/engines/archives/volumes.ts';
import { archive } from '../../../support/service/fixtures.ts';

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
