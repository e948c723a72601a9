import assert from 'node:assert/strict';
import { collisionQuestion } from '../../../../src/vscode/batch/collisionQuestion.ts';
import { untrusted } from '../../../../src/vscode/text/safeText.ts';

const labels = (jobs: number): string[] =>
  collisionQuestion(untrusted('photo.webp'), jobs).entries.map(({ label }) => label);

describe('collisionQuestion', () => {
  it('names the first file, and asks for the whole batch at once', () => {
    const { title, placeHolder } = collisionQuestion(untrusted('photo.webp'), 3);
    assert.equal(title, '“photo.webp” already exists');
    assert.equal(placeHolder, 'What should happen to results whose names are taken?');
    assert.deepEqual(labels(3), ['Rename All', 'Overwrite All', 'Skip All', 'Choose Names…']);
  });

  it('uses the singular for one file', () => {
    assert.deepEqual(labels(1), ['Rename', 'Overwrite', 'Skip', 'Choose Name…']);
  });
});
