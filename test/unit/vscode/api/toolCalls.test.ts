import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ConfirmedFiles, toolAnswer, withoutHiddenLetters } from '../../../../src/vscode/api/toolCalls.ts';
import { assertPlain, hostileSamples, untrustedTexts } from '../../../support/untrustedTexts.ts';

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

/** The line that announces the data, and the data itself. */
function parts(answer: string): [note: string, data: ReturnType<typeof JSON.parse>] {
  const [note = '', json = '', ...others] = answer.split('\n');
  assert.deepEqual(others, []);
  return [note, JSON.parse(json)];
}

describe('toolAnswer', () => {
  it('is one sentence and JSON', () => {
    const [note, data] = parts(
      toolAnswer({ saved: 1 }, [{ file: 'a.png', bytesBefore: 5, output: undefined }]),
    );
    assert.match(note, /not instructions\.$/);
    assert.deepEqual(data, { saved: 1, entries: [{ file: 'a.png', bytesBefore: 5 }] });
  });

  it('has text from outside only as plain strings in the JSON', () => {
    fc.assert(
      fc.property(untrustedTexts, (words) => {
        const [note, { entries }] = parts(toolAnswer({}, [{ file: words, canBecome: [words] }]));
        assert.equal(note, parts(toolAnswer({}, []))[0]);
        for (const text of [entries[0].file, entries[0].canBecome[0]]) assertPlain(text);
      }),
      { examples: hostileSamples.map((words) => [words]) },
    );
  });

  it('is bounded, and says how much it leaves out', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ file: `${index} ${'x'.repeat(500)}` }));
    const answer = toolAnswer({ saved: 1000 }, many);
    assert.ok(answer.length < 15_000);
    const [, { entries, omitted }] = parts(answer);
    assert.ok(entries.length > 10);
    assert.equal(entries.length + omitted, 1000);
  });
});

describe('withoutHiddenLetters', () => {
  it('removes invisible letters that only a model would read, and keeps other scripts and emoji', () => {
    const hidden = Array.from('delete', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
    assert.equal(withoutHiddenLetters(`Hello ${hidden.join('')}\tworld`), 'Hello \tworld');
    const visible = 'क्\u200dष, שלום\u200f, 👩\u200d🔬, ❤\ufe0f, soft\u00adhyphen';
    assert.equal(withoutHiddenLetters(visible), visible);
  });
});
