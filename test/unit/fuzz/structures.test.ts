import assert from 'node:assert/strict';
import path from 'node:path';
import { sampleContent, samplesByFormat } from '../../../tools/fuzz/cases/samples.ts';
import { dissect } from '../../../tools/fuzz/structures/dissect.ts';
import type { Dissection } from '../../../tools/fuzz/structures/structure.ts';

const dissected = [
  'png jng mng jpg tiff webp wav aiff mp4 heic jp2 ogg opus'.split(' '),
  'zip docx xlsx odt epub tar tar.gz tar.zst ttf otf pdf xls'.split(' '),
].flat();

const names = (dissection: Dissection | undefined): readonly string[] | undefined =>
  dissection?.parts.map(({ name }) => name);

describe('dissect', () => {
  for (const format of dissected) {
    it(`takes every sample of ${format} apart, and puts it together again`, () => {
      const samples = samplesByFormat.get(format) ?? [];
      assert.ok(samples.length > 0);
      // What is locked is in a file of another format.
      for (const sample of samples.filter((file) => !path.basename(file).startsWith('locked'))) {
        const dissection = dissect(sampleContent(sample));
        assert.ok(dissection && dissection.parts.length > 0, sample);
        const again = dissect(dissection.assemble(dissection.parts));
        assert.deepEqual(names(again), names(dissection), sample);
        assert.deepEqual(
          again?.parts.map(({ content }) => content.toString('hex')),
          dissection.parts.map(({ content }) => content.toString('hex')),
          sample,
        );
      }
    });
  }

  it('leaves alone what has no parts', () => {
    assert.equal(dissect(Buffer.from('plain text')), undefined);
    assert.equal(dissect(Buffer.alloc(0)), undefined);
  });

  it('takes apart what is cut off at any byte, or nothing', () => {
    for (const format of dissected) {
      const [sample = ''] = samplesByFormat.get(format) ?? [];
      const content = sampleContent(sample).subarray(0, 3000);
      for (let length = 0; length < content.length; length += 37) {
        const dissection = dissect(content.subarray(0, length));
        dissection?.assemble(dissection.parts);
      }
    }
  });
});
