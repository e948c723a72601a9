import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type SettingName, settings, variableOf } from '../../../src/network/settings.ts';

const page = readFileSync('docs/running-a-network.md', 'utf8');

describe('docs/running-a-network.md', () => {
  it('describes every setting, and no others', () => {
    const names = Object.keys(settings).filter((name): name is SettingName => Object.hasOwn(settings, name));
    const rows = page.split('\n').filter((line) => line.startsWith('| `FUN_'));
    const documented = rows.flatMap((row) => row.match(/\bFUN_[A-Z0-9_]+/g) ?? []);
    assert.deepEqual(documented.toSorted(), names.map(variableOf).toSorted());
  });
});
