import assert from 'node:assert/strict';
import { fault } from '../../../../src/contract/fault.ts';
import { readDocument } from '../../../../src/engines/documents/read.ts';
import { textIn } from '../../../../src/engines/documents/tree/document.ts';

describe('An encrypted document', () => {
  for (const from of ['docx', 'odt', 'odp', 'pptx']) {
    it(`is read with its password only, as ${from}`, async () => {
      const work = { from, inputPath: `test/fixtures/documents/locked.${from}` };
      assert.match(textIn((await readDocument(work, { password: 'geheim' })).root), /^[\w ]{5}/);
      await assert.rejects(readDocument(work, {}), { fault: fault('file.locked') });
      await assert.rejects(readDocument(work, { password: 'other' }), { fault: fault('file.otherPassword') });
    });
  }
});
