import assert from 'node:assert/strict';
import { runOnValues } from '../../../../src/formats/offer.ts';
import { keyStoredText, runOnExplanation, runOnText } from '../../../../src/vscode/text/network.ts';

describe('What is said when a key is stored', () => {
  it('is where files go from now on, as the setting has it', () => {
    assert.equal(
      keyStoredText('files.example', 'auto'),
      'The API key for files.example is stored. From now on files go to files.example and cost credits.',
    );
    assert.match(keyStoredText('files.example', 'networkOnly'), /cost credits\.$/);
    assert.match(keyStoredText('files.example', 'localFirst'), /where this computer can’t convert them\.$/);
    assert.match(keyStoredText('files.example', 'localOnly'), /Nothing is sent there/);
  });

  it('names each way of working apart from the others', () => {
    assert.equal(new Set(runOnValues.map(runOnText)).size, runOnValues.length);
    assert.equal(new Set(runOnValues.map(runOnExplanation)).size, runOnValues.length);
  });
});
