import assert from 'node:assert/strict';
import { matchesGlobs } from '../../../src/planning/uploads.ts';

describe('A glob for files that are never uploaded', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['**/private/**', 'clients/private/scan.png', true],
    ['**/private/**', '/home/me/private/scan.png', true],
    ['/home/me/private/**', '/home/me/private/a/scan.png', true],
    ['**/private/**', 'clients/privately/scan.png', false],
    ['*.pdf', 'clients/contract.pdf', true],
    ['*.pdf', 'clients/contract.png', false],
    ['*.pdf', 'clients/CONTRACT.PDF', true],
    ['**/.hidden/*', 'clients/.hidden/scan.png', true],
    ['{taxes,salaries}/**', 'salaries/2024/may.png', true],
    ['  *.pdf ', 'contract.pdf', true],
    ['', 'contract.pdf', false],
    ['!*.pdf', 'clients/contract.pdf', false],
    ['!*.pdf', 'clients/contract.png', true],
    ['./private/**', 'private/scan.png', true],
    ['+(private|secret)/**', 'anything.png', true],
  ];
  for (const [glob, path, expected] of cases) {
    it(`“${glob}” ${expected ? 'matches' : 'doesn’t match'} ${path}`, () => {
      assert.equal(matchesGlobs([glob], [path]), expected);
    });
  }

  it('is enough if it is one of many, or matches one of the paths', () => {
    assert.ok(matchesGlobs(['*.gif', '*.png'], ['a/b.png']));
    assert.ok(matchesGlobs(['private/**'], ['/somewhere/private/b.png', 'private/b.png']));
    assert.ok(!matchesGlobs([], ['a/b.png']));
  });

  it('matches accents in any Unicode form', () => {
    const [composed, decomposed] = ['Entw\u00fcrfe', 'Entwu\u0308rfe'];
    assert.ok(matchesGlobs([`**/${composed}/**`], [`a/${decomposed}/b.png`]));
    assert.ok(matchesGlobs([`${decomposed}.png`], [`a/${composed}.png`]));
  });

  it('matches every file if it can’t be parsed', () => {
    assert.ok(matchesGlobs(['x'.repeat(70_000)], ['a.png']));
  });
});
