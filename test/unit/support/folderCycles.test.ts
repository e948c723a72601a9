import assert from 'node:assert/strict';
import { folderCycles } from '../../support/folderCycles.ts';

describe('folderCycles', () => {
  it('finds cycles through several files and folders, at any depth', () => {
    assert.deepEqual(cycles('a/x/1 a/y/1', 'a/y/2 a/x/2'), [['a/x', 'a/y']]);
    assert.deepEqual(cycles('a/b/x/1 a/b/y/1', 'a/b/y/2 a/b/z/in/1', 'a/b/z/2 a/b/x/in/2', 'a/c/1 a/b/x/1'), [
      ['a/b/x', 'a/b/y', 'a/b/z'],
    ]);
    assert.deepEqual(cycles('a/x/1 a/y/1', 'a/y/1 a/z/1', 'a/x/1 a/z/1'), []);
  });
});

function cycles(...arrows: string[]): string[][] {
  return folderCycles(
    arrows.map((arrow) => {
      const [from = '', to = ''] = arrow.split(' ');
      return { from, to };
    }),
  );
}
