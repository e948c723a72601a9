import assert from 'node:assert/strict';
import { leftOutText, stagedText } from '../../../../src/vscode/git/gitTexts.ts';

describe('Messages about staged images', () => {
  it('count restaged images, and name the others', () => {
    assert.equal(stagedText([], []), undefined);
    assert.equal(stagedText(['file:///a.png'], []), '1 file staged again.');
    assert.equal(
      stagedText(['file:///a.png', 'file:///b.png'], ['file:///c.png']),
      '2 files staged again. Not staged again because of later changes: c.png.',
    );
  });

  it('name the images left out, with the reason', () => {
    assert.equal(leftOutText([], []), undefined);
    assert.equal(
      leftOutText(['file:///half.jpg'], ['file:///p.jpg']),
      'Skipped because only some of the changes are staged: half.jpg. Skipped because Git LFS hasn’t fetched them: p.jpg.',
    );
  });
});
