import assert from 'node:assert/strict';
import { readOpenDocument } from '../../../../../src/engines/documents/openDocument/read.ts';
import { textIn } from '../../../../../src/engines/documents/tree/document.ts';
import { openDocument } from '../../../../support/openDocument.ts';

describe('A formula in an OpenDocument text', () => {
  it('becomes TeX, with or without a prefix', () => {
    const namespace = 'http://www.w3.org/1998/Math/MathML';
    const files = {
      'M/content.xml': `<math xmlns="${namespace}"><msup><mi>x</mi><mn>2</mn></msup></math>`,
      'N/content.xml': `<m:math xmlns:m="${namespace}"><m:mtext>a&lt;b</m:mtext><m:msqrt><m:mi>y</m:mi></m:msqrt></m:math>`,
    };
    const body = ['M', 'N']
      .map((name) => `<text:p><draw:frame><draw:object xlink:href="./${name}"/></draw:frame></text:p>`)
      .join('');
    assert.deepEqual(readOpenDocument(openDocument({ body, files })).root.children.map(textIn), [
      'x^2',
      String.raw`\text{a<b}\sqrt{y}`,
    ]);
  });
});
