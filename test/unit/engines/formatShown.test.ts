import assert from 'node:assert/strict';
import { effectiveFormat } from '../../../src/engines/sniff.ts';

describe('effectiveFormat', () => {
  it('follows the name if the content only shows a container', () => {
    assert.equal(effectiveFormat('gz', 'a.tar.gz'), 'tar.gz');
    assert.equal(effectiveFormat('bz2', 'a.tbz2'), 'tar.bz2');
    assert.equal(effectiveFormat('xz', 'a.TXZ'), 'tar.xz');
    assert.equal(effectiveFormat('zst', 'a.tar.zst'), 'tar.zst');
    assert.equal(effectiveFormat('zip', 'a.docx'), 'docx');
    assert.equal(effectiveFormat('zip', 'a.xltx'), 'xltx');
    assert.equal(effectiveFormat('zip', 'a.cbz'), 'cbz');
  });

  it('follows the content if the name isn’t that of a format in this container', () => {
    assert.equal(effectiveFormat('gz', 'a.csv.gz'), 'gz');
    assert.equal(effectiveFormat('xz', 'a.tar.gz'), 'xz');
    assert.equal(effectiveFormat('zip', 'a.jar'), 'zip');
    assert.equal(effectiveFormat('png', 'a.docx'), 'png');
    assert.equal(effectiveFormat(undefined, 'a.tar.gz'), undefined);
    assert.equal(effectiveFormat('gz', 'noname'), 'gz');
  });
});
