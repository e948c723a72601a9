import assert from 'node:assert/strict';
import { parseCombinations, takesFormat } from '../../../src/contract/combinations.ts';

describe('parseCombinations', () => {
  const both = [
    { to: 'pdf', from: ['jpg', 'pdf'] },
    { to: 'zip', from: 'any' },
  ];

  it('reads our own service’s list', () => {
    assert.deepEqual(parseCombinations({ combinations: both }), both);
  });

  it('reads other names, other cases, a bare list, and a map', () => {
    const others = [
      {
        data: [
          { target: '.PDF', sources: ['x'], sourceFormat: ['JPEG', 'pdf'] },
          { output: 'zip', input: 'any' },
        ],
      },
      [
        { to: 'pdf', from: ['jpg', 'JPG', 'pdf'] },
        { to: 'zip', from: 'any' },
      ],
      { Combinations: { pdf: ['jpg', 'pdf'], zip: 'any' } },
    ];
    for (const body of others) assert.deepEqual(parseCombinations(body), both);
  });

  it('offers nothing it doesn’t understand', () => {
    const bodies = [undefined, 'pdf', 7, null, {}, [], ['pdf'], { message: 'Not found' }, [{ to: 'pdf' }]];
    for (const body of [
      ...bodies,
      {
        combinations: [
          { to: 'a b', from: 'any' },
          { to: 'pdf', from: [1] },
        ],
      },
    ])
      assert.deepEqual(parseCombinations(body), [], JSON.stringify(body));
  });

  it('keeps no more entries than can exist', () => {
    const from = Array.from({ length: 5000 }, (_, index) => `f${index}`);
    const many = parseCombinations(Array.from({ length: 500 }, (_, index) => ({ to: `t${index}`, from })));
    assert.equal(many.length, 200);
    assert.equal(many[0]?.from.length, 2000);
  });
});

describe('takesFormat', () => {
  it('accepts the listed formats, or any', () => {
    assert.equal(takesFormat({ from: ['jpg'] }, 'jpg'), true);
    assert.equal(takesFormat({ from: ['jpg'] }, 'png'), false);
    assert.equal(takesFormat({ from: ['jpg'] }, undefined), false);
    assert.equal(takesFormat({ from: 'any' }, undefined), true);
  });
});
