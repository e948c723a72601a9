import assert from 'node:assert/strict';
import { runOnValues } from '../../../../src/planning/offer.ts';
import { keyStoredText, runOnExplanation, runOnText } from '../../../../src/vscode/network/networkTexts.ts';

describe('The message after storing a key', () => {
  it('says where files are processed from now on, by the setting', () => {
    assert.equal(
      keyStoredText('files.example', 'auto', true),
      'Files now go to files.example and cost credits. The API key for files.example is stored.',
    );
    assert.match(keyStoredText('files.example', 'networkOnly', true), /cost credits\./);
    assert.match(
      keyStoredText('files.example', 'localFirst', true),
      /^Files that this computer can’t convert go to files\.example and cost credits\./,
    );
    assert.match(keyStoredText('files.example', 'localOnly', true), /keep all files on this computer/);
  });

  it('doesn’t mention credits if nothing is charged', () => {
    assert.match(keyStoredText('files.example', 'auto', false), /go to files\.example, free of charge\./);
    for (const value of runOnValues) {
      assert.doesNotMatch(keyStoredText('files.example', value, false), /credit/);
      assert.doesNotMatch(runOnExplanation(value, false), /credit/);
    }
  });

  it('differs for each way of working', () => {
    assert.equal(new Set(runOnValues.map(runOnText)).size, runOnValues.length);
    for (const charges of [true, false]) {
      const explanations = runOnValues.map((value) => runOnExplanation(value, charges));
      assert.equal(new Set(explanations).size, runOnValues.length);
    }
  });
});
