import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decodeCached } from '../../../../../src/engines/documents/print/pictures.ts';

describe('A picture of a printed document', () => {
  it('is decoded once, however often the document refers to it', async () => {
    let decoded = 0;
    const attachment = {
      name: 'a.png',
      get data() {
        decoded += 1;
        return readFileSync('test/fixtures/sample/cat.png', 'base64');
      },
    };
    const drawn = new Map();
    for (let references = 0; references < 50; references += 1) {
      assert.ok(await decodeCached(attachment, drawn));
    }
    assert.equal(decoded, 1);
  });
});
