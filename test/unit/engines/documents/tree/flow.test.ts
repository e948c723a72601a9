import assert from 'node:assert/strict';
import { element } from '../../../../../src/engines/documents/tree/document.ts';
import { lookIn } from '../../../../../src/engines/documents/tree/flow.ts';

describe('The look of an element’s content', () => {
  it('is the element’s own before that around it', () => {
    const around = { backgroundColor: '#ff0000', fontSize: 20, bold: true };
    const yellow = { ...around, backgroundColor: '#ffff00' };
    assert.deepEqual(lookIn(around, element('mark')), yellow);
    assert.deepEqual(lookIn(around, element('small')), { ...around, fontSize: 9 });
    const styled = element('mark', { style: 'background-color: #00ff00' });
    assert.deepEqual(lookIn(yellow, styled), { ...around, backgroundColor: '#00ff00' });
    assert.deepEqual(lookIn(around, element('span')), around);
  });
});
