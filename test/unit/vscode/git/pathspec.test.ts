import assert from 'node:assert/strict';
import { namesOnlyItself } from '../../../../src/vscode/git/pathspec.ts';

describe('namesOnlyItself', () => {
  const others = ['a/photo.jpg', 'img/1.png', 'img/[a]/logo.svg'];

  it('is true for a path without special characters', () => {
    assert.equal(namesOnlyItself('img/{1,2}.png', others), true);
  });

  it('is true for a pattern that can match no other path', () => {
    assert.equal(namesOnlyItself('app/[slug]/photo.jpg', others), true);
    assert.equal(namesOnlyItself('img/[a]/logo.svg', others), true);
  });

  for (const path of ['[ab]/photo.jpg', 'img/?.png', '*', 'img/[1]*.png', String.raw`a/\photo.jpg`]) {
    it(`is false for ${path}, which may match another path`, () => {
      assert.equal(namesOnlyItself(path, others), false);
    });
  }
});
