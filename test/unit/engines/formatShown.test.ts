import assert from 'node:assert/strict';
import { formatShown } from '../../../src/engines/sniff.ts';

describe('formatShown', () => {
  it('follows the name if the content only shows a container', () => {
    assert.equal(formatShown('gz', 'a.tar.gz'), 'tar.gz');
    assert.equal(formatShown('bz2', 'a.tbz2'), 'tar.bz2');
    assert.equal(formatShown('xz', 'a.TXZ'), 'tar.xz');
    assert.equal(formatShown('zst', 'a.tar.zst'), 'tar.zst');
    assert.equal(formatShown('zip', 'a.docx'), 'docx');
    assert.equal(formatShown('zip', 'a.xltx'), 'xltx');
    assert.equal(formatShown('zip', 'a.cbz'), 'cbz');
  });

  it('follows the content if the name isn’t that of a format in this container', () => {
    assert.equal(formatShown('gz', 'a.csv.gz'), 'gz');
    assert.equal(formatShown('xz', 'a.tar.gz'), 'xz');
    assert.equal(formatShown('zip', 'a.jar'), 'zip');
    assert.equal(formatShown('png', 'a.docx'), 'png');
    assert.equal(formatShown(undefined, 'a.tar.gz'), undefined);
    assert.equal(formatShown('gz', 'noname'), 'gz');
  });
});
