import assert from 'node:assert/strict';
import { sampleOf } from '../../../tools/corpus/sample.ts';

const files = [
  ...Array.from({ length: 90 }, (_, number) => ({ path: `${number}.png`, format: 'png' })),
  ...Array.from({ length: 9 }, (_, number) => ({ path: `${number}.tga`, format: 'tga' })),
  { path: '0.pdf', format: 'pdf' },
];

const pathsOf = (list: readonly { readonly path: string }[]): string[] => list.map(({ path }) => path);

describe('A sample of a corpus', () => {
  it('has the rare formats first', () => {
    const formats = Map.groupBy(sampleOf(files, 19, 1), ({ format }) => format);
    const counts = [...formats].map(([format, { length }]) => `${format} ${length}`);
    assert.deepEqual(counts.toSorted(), ['pdf 1', 'png 9', 'tga 9']);
  });

  it('is the same for the same seed, in whatever order the files come, and another one for another seed', () => {
    const sample = pathsOf(sampleOf(files, 20, 7));
    assert.deepEqual(pathsOf(sampleOf(files.toReversed(), 20, 7)), sample);
    assert.notDeepEqual(pathsOf(sampleOf(files, 20, 8)), sample);
  });

  it('is all of them where there are no more', () => {
    assert.deepEqual(pathsOf(sampleOf(files, Infinity, 1)).toSorted(), pathsOf(files).toSorted());
  });
});
