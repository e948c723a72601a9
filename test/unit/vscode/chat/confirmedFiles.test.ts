import assert from 'node:assert/strict';
import { ConfirmedFiles } from '../../../../src/vscode/chat/confirmedFiles.ts';

const input = { files: ['pictures'] };

describe('ConfirmedFiles', () => {
  it('allow the files of the question, once', () => {
    const confirmed = new ConfirmedFiles();
    confirmed.ask(input, ['a', 'b']);
    assert.deepEqual([...confirmed.take({ files: ['pictures'] })], ['a', 'b']);
    assert.deepEqual([...confirmed.take(input)], []);
  });

  it('allow nothing without a question, or after a question about other input', () => {
    const confirmed = new ConfirmedFiles();
    confirmed.ask(input, []);
    assert.deepEqual([...confirmed.take(input)], []);
    confirmed.ask(input, ['a']);
    assert.deepEqual([...confirmed.take({ files: ['pictures'], replace: true })], []);
  });

  it('allow what all open questions with the same input name, because calls can’t be told apart', () => {
    const confirmed = new ConfirmedFiles();
    confirmed.ask(input, []);
    confirmed.ask(input, ['appeared meanwhile']);
    assert.deepEqual([...confirmed.take(input)], []);
    confirmed.ask(input, ['a', 'b']);
    confirmed.ask(input, ['b', 'c']);
    assert.deepEqual([...confirmed.take(input)], ['b']);
  });

  it('forget the oldest of many unanswered questions', () => {
    const confirmed = new ConfirmedFiles();
    for (let index = 0; index <= 100; index += 1) confirmed.ask({ index }, ['a']);
    assert.deepEqual([...confirmed.take({ index: 0 })], []);
    assert.deepEqual([...confirmed.take({ index: 100 })], ['a']);
  });
});
