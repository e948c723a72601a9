import assert from 'node:assert/strict';
import {
  noReferencesText,
  referencesText,
  undoneReferencesText,
} from '../../../../src/vscode/web/referenceTexts.ts';

const nothing = { references: 0, files: 0, removed: [], restored: [], stillNamed: [] };
const hero = 'file:///site/hero%20image.png';

describe('referencesText', () => {
  it('counts changes, and names what needs attention', () => {
    assert.equal(referencesText({ ...nothing, references: 1, files: 1 }), 'Updated 1 reference in 1 file.');
    assert.equal(
      referencesText({
        references: 3,
        files: 2,
        removed: [hero, hero],
        restored: [hero],
        stillNamed: [hero],
      }),
      'Updated 3 references in 2 files. 2 originals removed. ' +
        'Restored because it’s still referenced: hero image.png. Still referenced: hero image.png.',
    );
  });

  it('is empty if the user excluded everything', () => {
    assert.equal(referencesText({ ...nothing, stillNamed: [hero] }), undefined);
  });
});

describe('noReferencesText', () => {
  it('distinguishes nothing found from nothing understood', () => {
    assert.equal(noReferencesText([]), 'The open folder contains no references to the converted files.');
    assert.equal(noReferencesText([hero]), 'No references can be updated. Still referenced: hero image.png.');
  });
});

describe('undoneReferencesText', () => {
  it('names the files left unchanged', () => {
    assert.equal(undoneReferencesText([], []), undefined);
    assert.equal(undoneReferencesText(['a', 'b'], []), 'References reverted in 2 files.');
    assert.equal(
      undoneReferencesText([], [hero]),
      'References not reverted because of later changes: hero image.png.',
    );
  });
});
