import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import picomatch from 'picomatch';
import { readGlob } from '../../../src/util/glob.ts';

const matches = (glob: string, path: string): boolean | undefined => readGlob(glob)?.(path);

describe('readGlob', () => {
  const cases: readonly (readonly [glob: string, named: readonly string[], others: readonly string[]])[] = [
    ['*.pdf', ['a.pdf', '.pdf'], ['a.PDF', 'b/a.pdf', 'a.pdfx']],
    ['**/*.pdf', ['a.pdf', 'b/c/a.pdf', '/b/a.pdf'], ['a.pdf/b']],
    ['a/**', ['a/b', 'a/b/c', 'a'], ['b/a', 'ab/c']],
    ['a/**/b', ['a/b', 'a/c/b', 'a/c/d/b'], ['a/c', 'b', 'a/cb']],
    ['a**b', ['ab', 'acb'], ['a/b']],
    ['?.{png,jp{e,}g}', ['a.png', 'a.jpg', '😀.jpeg'], ['ab.png', '.png', 'a.jp']],
    ['{a/b,c}/d', ['a/b/d', 'c/d'], ['b/d', 'a/d']],
    ['[a-cx]', ['a', 'b', 'x'], ['d', '-', 'ab']],
    ['[!a-c]', ['d', '!'], ['a', 'b', '']],
    ['[]-]', [']', '-'], ['a']],
    [String.raw`\*\{[*]`, ['*{*'], ['a{*', '*{a']],
    ['a,b}', ['a,b}'], ['a', 'b}']],
    ['photo (1).png', ['photo (1).png'], ['photo 1.png']],
    ['!a/*', ['b', 'a/b/c'], ['a/b']],
  ];
  for (const [glob, named, others] of cases) {
    it(`reads ${glob}`, () => {
      for (const path of named) assert.equal(matches(glob, path), true, path);
      for (const path of others) assert.equal(matches(glob, path), false, path);
    });
  }

  it('ignores case on request', () => {
    assert.equal(readGlob('*.PDF', { ignoreCase: true })?.('A.pdf'), true);
    assert.equal(readGlob('[A-C].pdf', { ignoreCase: true })?.('B.PDF'), true);
  });

  for (const glob of ['a[', '{a', 'a{b', '!(a)', '@(a|b)', 'a|b', '{1..3}', '[a/b]', '[[:alpha:]]']) {
    it(`rejects ${glob}`, () => assert.equal(readGlob(glob), undefined));
  }

  it('rejects patterns that are or become too long', () => {
    assert.equal(readGlob('a'.repeat(20_000)), undefined);
    assert.equal(readGlob('{a,b}'.repeat(100)), undefined);
    assert.equal(readGlob(`{${','.repeat(4000)}}`.repeat(2)), undefined);
  });

  it('matches what a glob library matches', () => {
    const part = fc.constantFrom('a', 'b', 'A', '*', '?', '[ab]', '[^a]', '{a,b}', '{a,*b}', '.a');
    const names = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''))
      // In picomatch, adjacent stars count as one star, but match across folders.
      .filter((text) => !/[*][*{]/.test(text));
    const globs = fc.array(fc.oneof(names, fc.constant('**')), { minLength: 1, maxLength: 4 });
    const name = fc.stringMatching(/^[abA][abA.]{0,3}$/);
    const paths = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(globs, paths, (segments, folders) => {
        const [glob, path] = [segments.join('/'), folders.join('/')];
        // After a lone star, picomatch requires `**` to match at least one folder.
        fc.pre(!/[*][^/]*\/[*]{2}$/.test(glob));
        assert.equal(matches(glob, path), picomatch(glob, { dot: true })(path), `${glob} and ${path}`);
      }),
      { numRuns: 1000 },
    );
  });
});
