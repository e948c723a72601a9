import assert from 'node:assert/strict';
import { ZippedFiles } from '../../../../src/engines/documents/zippedFiles.ts';
import { wordDocument } from '../../../support/wordDocument.ts';

describe('A zipped document', () => {
  const damagedHeader = Buffer.from(wordDocument({ body: '' }));
  damagedHeader.write('damaged', damagedHeader.indexOf('PK\u0003\u0004', 1));

  it('is reported as damaged if one of its files can’t be read', () => {
    const files = new ZippedFiles(damagedHeader);
    assert.throws(() => files.names.map((name) => files.read(name)), { code: 'conversion.invalid_input' });
  });
});
