import assert from 'node:assert/strict';
import type { Root } from 'hast';
import { addHeadingIds } from '../../../../../src/engines/documents/tree/contents.ts';
import { element } from '../../../../../src/engines/documents/tree/document.ts';

describe('addHeadingIds', () => {
  it('gives headings without an id, or with one that an element before has, their own', () => {
    const headings = [
      element('h1', { id: 'a' }, ['B']),
      element('h2', {}, ['A']),
      element('h2', { id: 'c' }),
    ];
    const root: Root = { type: 'root', children: [element('p', { id: 'a' }), ...headings] };
    addHeadingIds(root);
    assert.deepEqual(
      headings.map(({ properties }) => properties['id']),
      ['b', 'a-1', 'c'],
    );
  });
});
