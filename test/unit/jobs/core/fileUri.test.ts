import assert from 'node:assert/strict';
import { baseName, folderOf, inFolder } from '../../../../src/jobs/core/fileUri.ts';

describe('The URI of a file', () => {
  for (const [uri, folder] of [
    ['file:///home/me/photo.jpg', 'file:///home/me'],
    ['file:///photo.jpg', 'file:///'],
    ['memfs:/photo.jpg', 'memfs:/'],
    ['memfs:/trip/photo.jpg', 'memfs:/trip'],
    ['vscode-vfs://github/photo.jpg?ref=main', 'vscode-vfs://github/?ref=main'],
    ['vscode-vfs://github/me/photo.jpg?ref=a/b', 'vscode-vfs://github/me?ref=a/b'],
  ] as const) {
    it(`combines its folder and name: ${uri}`, () => {
      assert.equal(folderOf(uri), folder);
      assert.equal(inFolder(folderOf(uri), baseName(uri)), uri);
    });
  }

  it('escapes characters of the name that are special in URIs', () => {
    const uri = inFolder('file:///home/me', 'a#b?c/d%.png');
    assert.equal(baseName(uri), 'a#b?c/d%.png');
    assert.equal(folderOf(uri), 'file:///home/me');
  });
});
