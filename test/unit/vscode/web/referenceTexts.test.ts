import assert from 'node:assert/strict';
import {
  noReferencesText,
  referencesText,
  undoneReferencesText,
} from '../../../../src/vscode/web/referenceTexts.ts';

const nothing = { references: 0, files: 0, removed: [], restored: [], stillNamed: [], unread: [] };
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
        unread: [],
      }),
      'Updated 3 references in 2 files. 2 originals removed. ' +
        'Restored because it’s still referenced: hero image.png. Still referenced: hero image.png.',
    );
  });

  it('names the texts that weren’t read, without a claim about them', () => {
    assert.equal(
      referencesText({ ...nothing, references: 1, files: 1, unread: ['file:///site/data.json'] }),
      'Updated 1 reference in 1 file. 1 file wasn’t read because it’s too large or too complex: data.json.',
    );
  });

  it('is empty if the user excluded everything', () => {
    assert.equal(referencesText({ ...nothing, stillNamed: [hero] }), undefined);
  });
});

describe('noReferencesText', () => {
  it('distinguishes nothing found from nothing understood', () => {
    assert.equal(noReferencesText([], []), 'The open folder contains no references to the converted files.');
    assert.equal(
      noReferencesText([hero], []),
      'No references can be updated. Still referenced: hero image.png.',
    );
  });

  it('claims only what was read', () => {
    assert.equal(
      noReferencesText([], ['file:///site/a.json', 'file:///site/b.json']),
      'No references to the converted files were found. ' +
        '2 files weren’t read because they’re too large or too complex: a.json and b.json.',
    );
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
