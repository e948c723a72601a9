import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOfFileName } from '../../../../src/contract/formats/naming.ts';
import { mayBeFormat } from '../../../../src/jobs/placement/outputHead.ts';
import { root } from '../../../support/paths.ts';

// The content of `text.jpg` doesn't match its name.
const folders = ['archives', 'fonts', 'images', 'sample']
  .map((name) => `test/fixtures/${name}`)
  .map((folder) => join(root, folder));
const paths = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.includes('.') && !name.endsWith('.md') && name !== 'text.jpg')
    .map((name) => join(folder, name)),
);

describe('mayBeFormat', () => {
  for (const path of paths) {
    it(`accepts ${path.slice(root.length + 1)} as its own format`, () => {
      assert.equal(mayBeFormat(readFileSync(path), formatOfFileName(path)), true);
    });
  }

  it('accepts no web page and no other image as an image', () => {
    const page = Buffer.from('<!doctype html><html>');
    const png = readFileSync(join(root, 'test/fixtures/sample/cat.png'));
    for (const format of ['jpg', 'webp', 'avif', 'gif', 'tiff', 'pdf', 'docx', 'mp4', 'woff2']) {
      assert.equal(mayBeFormat(page, format), false, format);
      assert.equal(mayBeFormat(png, format), false, format);
    }
  });

  it('accepts formats without a known signature', () => {
    assert.equal(mayBeFormat(Buffer.from('x'), 'txt'), true);
    assert.equal(mayBeFormat(Buffer.from('x'), 'constructor'), true);
    assert.equal(mayBeFormat(Buffer.from('x'), undefined), true);
  });
});
