import assert from 'node:assert/strict';
import { stringsIn } from '../../../../../src/engines/images/xpm/strings.ts';

describe('The strings of a text in C', () => {
  it('are what stands in quotes outside of comments', () => {
    const text = '/* XPM "a" */ static char *x[] = {"1 1", /* colors */ "/* c #fff", "*/ " };';
    assert.deepEqual([...stringsIn(text)], ['1 1', '/* c #fff', '*/ ']);
  });

  it('end with the text', () => {
    assert.deepEqual([...stringsIn('"a" "b')], ['a']);
    assert.deepEqual([...stringsIn('"a" /* "b"')], ['a']);
  });
});
