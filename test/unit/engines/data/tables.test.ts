import assert from 'node:assert/strict';
import { readCsv } from '../../../../src/engines/data/tables.ts';

const rowsOf = (text: string): readonly (readonly unknown[])[] => readCsv(text, undefined, false).rows;

describe('readCsv', () => {
  const table = [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ];

  it('accepts CR, LF, and CRLF, even mixed', () => {
    assert.deepEqual(rowsOf('a,b\r1,2\r3,4\r'), table);
    assert.deepEqual(rowsOf('a,b\n1,2\n3,4\n'), table);
    assert.deepEqual(rowsOf('a,b\r\n1,2\r\n3,4\r\n'), table);
    assert.deepEqual(rowsOf('a,b\r\n1,2\n3,4\r\n'), table);
    assert.deepEqual(rowsOf('a,b\n1,"2"\r\n"3","4"'), table);
  });

  it('keeps line ends within quotes', () => {
    assert.deepEqual(rowsOf('a,b\r\n"x\ny",2\r\n'), [
      ['a', 'b'],
      ['x\ny', '2'],
    ]);
    assert.deepEqual(rowsOf('a,b\r"x\ny",2\r'), [
      ['a', 'b'],
      ['x\ny', '2'],
    ]);
    assert.deepEqual(rowsOf('a,b\n"x\r\ny",2\n'), [
      ['a', 'b'],
      ['x\r\ny', '2'],
    ]);
  });

  it('splits numbers with decimal commas at semicolons', () => {
    assert.deepEqual(rowsOf('1,5;2,5\n3,25;4,75\n'), [
      ['1,5', '2,5'],
      ['3,25', '4,75'],
    ]);
    assert.deepEqual(rowsOf('1,x;y\n2,z;w\n'), [
      ['1', 'x;y'],
      ['2', 'z;w'],
    ]);
  });

  it('uses the separator named in the first line', () => {
    assert.deepEqual(rowsOf('sep=|\r\na|b\r\n1|2\r\n3|4\r\n'), table);
  });
});
