import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTruncated } from '../../../../src/engines/pdf/truncation.ts';
import { document } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('A PDF', () => {
  const folder = useTemporaryFolder();
  const whole = readFileSync(document('text.pdf'));
  const isCut = async (bytes: Uint8Array): Promise<boolean> => {
    const file = path.join(folder.path, 'file.pdf');
    writeFileSync(file, bytes);
    return isTruncated(file);
  };

  it('is truncated if it ends within an object', async () => {
    const lastObject = whole.lastIndexOf('endobj');
    assert.equal(await isCut(whole.subarray(0, lastObject)), true);
    assert.equal(await isCut(whole.subarray(0, whole.indexOf('stream') + 100)), true);
    assert.equal(await isCut(Buffer.from('%PDF-1.7\n1 0 obj')), true);
  });

  it('is complete if it lacks only its end marker, or isn’t a PDF', async () => {
    assert.equal(await isCut(whole), false);
    assert.equal(await isCut(whole.subarray(0, whole.lastIndexOf('endobj') + 6)), false);
    assert.equal(await isCut(Buffer.from('%PDF-1.7\n1 0 obj << >> endobj endobject')), false);
    assert.equal(await isCut(Buffer.from('an object')), false);
  });
});
