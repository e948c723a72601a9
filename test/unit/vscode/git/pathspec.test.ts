import assert from 'node:assert/strict';
import { namesOnlyItself } from '../../../../src/vscode/git/pathspec.ts';

describe('namesOnlyItself', () => {
  const others = ['a/photo.jpg', 'img/1.png', 'img/[a]/logo.svg'];

  it('holds of a path that is no pattern', () => {
    assert.equal(namesOnlyItself('img/{1,2}.png', others), true);
  });

  it('holds of a pattern that can fit no other path', () => {
    assert.equal(namesOnlyItself('app/[slug]/photo.jpg', others), true);
    assert.equal(namesOnlyItself('img/[a]/logo.svg', others), true);
  });

  for (const path of ['[ab]/photo.jpg', 'img/?.png', '*', 'img/[1]*.png', String.raw`a/\photo.jpg`]) {
    it(`does not hold of ${path}, which may fit another`, () => {
      assert.equal(namesOnlyItself(path, others), false);
    });
  }
});
