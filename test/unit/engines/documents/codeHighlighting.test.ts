import assert from 'node:assert/strict';
import type { OfficeContentNode } from 'officeparser';
import { highlightedCode } from '../../../../src/engines/documents/codeHighlighting.ts';
import type { DocumentTree } from '../../../../src/engines/documents/read.ts';

describe('highlightedCode', () => {
  it('leaves code as it is if it is nested too deeply, and highlights the rest of the document', async () => {
    const [deep, plain]: OfficeContentNode[] = [
      { type: 'code', text: '/*'.repeat(20_000), metadata: { language: 'rust' } },
      { type: 'code', text: 'let a = 1;', metadata: { language: 'rust' } },
    ];
    assert.ok(deep && plain);
    const tree = { content: [deep, plain] } as unknown as DocumentTree; // eslint-disable-line typescript/no-unsafe-type-assertion
    assert.deepEqual([...(await highlightedCode(tree)).keys()], [plain]);
  });
});
