import assert from 'node:assert/strict';
import { rulesRow } from '../../../../src/vscode/rules/rulesRow.ts';

describe('The rules’ row', () => {
  it('shows their number and last run, and turns them off by a click', () => {
    const last = { source: 'file:///w/hero.png', at: 0 };
    const { label, description, onClick } = rulesRow({ count: 2, last, isElsewhere: false }, 120_000);
    assert.equal(label, 'Rules: on');
    assert.equal(description, '2 rules · last hero.png, 2 min. ago');
    assert.equal(onClick?.command, 'fileUtilityNetwork.turnRulesOff');
  });

  it('says that another window applies the rules', () => {
    const { description } = rulesRow({ count: 1, last: undefined, isElsewhere: true }, 0);
    assert.equal(description, '1 rule · applied by another window');
  });
});
