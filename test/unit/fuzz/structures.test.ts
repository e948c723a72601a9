import assert from 'node:assert/strict';
import path from 'node:path';
import { sampleContent, samplesByFormat } from '../../../tools/fuzz/cases/samples.ts';
import { dissect } from '../../../tools/fuzz/structures/dissect.ts';

const dissected = [
  'png jpg tiff webp wav aiff mp4 heic jp2 ogg opus'.split(' '),
  'zip docx xlsx odt epub tar tar.gz tar.zst ttf otf pdf xls'.split(' '),
].flat();

const partsOf = (content: Buffer) =>
  dissect(content)?.parts.map((part) => [part.name, part.content.toString('hex')]);

describe('dissect', () => {
  it('returns parts that can be reassembled into the same samples', () => {
    for (const format of dissected) {
      // The content of a locked file has another format.
      const samples = (samplesByFormat.get(format) ?? []).filter(
        (file) => !path.basename(file).startsWith('locked'),
      );
      assert.ok(samples.length > 0, format);
      for (const sample of samples) {
        const dissection = dissect(sampleContent(sample));
        assert.ok(dissection && dissection.parts.length > 0, sample);
        const parts = partsOf(sampleContent(sample));
        assert.deepEqual(partsOf(dissection.assemble(dissection.parts)), parts, sample);
      }
    }
  });
});
