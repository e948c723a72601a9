import assert from 'node:assert/strict';
import { withChangedFiles } from '../../../../src/engines/documents/changedFiles.ts';
import { wordDocument } from '../../../support/wordDocument.ts';

describe('A zipped document whose parts are changed', () => {
  const damagedHeader = Buffer.from(wordDocument({ body: '' }));
  damagedHeader.write('damaged', damagedHeader.indexOf('PK\u0003\u0004', 1));

  it('is reported as damaged if a part that stays unchanged can’t be read', () => {
    assert.throws(() => withChangedFiles(damagedHeader, () => false, String), {
      code: 'conversion.invalid_input',
    });
  });
});
