import assert from 'node:assert/strict';
import { ownSettings, valueOf } from '../../../src/vscode/settingValues.ts';

describe('A setting’s value', () => {
  const { embedPictures, keepCount, keepDays, onCollision } = ownSettings;

  it('is the configured value', () => {
    assert.equal(valueOf(onCollision, 'ask'), 'ask');
    assert.equal(valueOf(keepCount, 0), 0);
    assert.equal(valueOf(keepDays, 0.5), 0.5);
  });

  it('is the default if the configured value is invalid', () => {
    assert.equal(valueOf(onCollision, 'destroy'), 'rename');
    assert.equal(valueOf(keepCount, '5000'), 2000);
    assert.equal(valueOf(keepCount, undefined), 2000);
    assert.equal(valueOf(embedPictures, undefined), false);
  });

  it('is the nearest bound for a number out of bounds, so that no job is forgotten early', () => {
    assert.equal(valueOf(keepCount, 20_000), 10_000);
    assert.equal(valueOf(keepDays, -1), 0);
  });
});
