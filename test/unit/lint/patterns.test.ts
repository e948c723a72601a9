import assert from 'node:assert/strict';
import { findMadePatterns, patternsOf } from '../../../tools/lint/patterns.ts';
import { findSuperLinear } from '../../../tools/lint/superLinear.ts';
import { lintedSource } from '../../support/lintedSource.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

/** A comment at the end of a line contains the expected finding. */
const text = String.raw`
declare const word: string;
export const all = [
  /^[a-z]+(?:-[a-z]+)*$/, //
  /[a-z]+/, //
  /<b\b[^]*<b\b/, //
  /^[a-z_]+(?:_[a-z]+)*!$/, // polynomial
  /^(?:a|a)*$/, // exponential
  /\s+$/u, // polynomial
  /x|\s+$/, // polynomial
  /<(?:b|(?:i|i)*)>/, // exponential
  /a{2,}b{2,}$/, // polynomial
  /(?:a|a?){9}\d{1,99}/, //
  /<(?!p)[a-z]*>/i, // can’t be proven
  /(.+)\1/, // can’t be proven
  new RegExp('a'), // can’t be checked
  RegExp(word), // can’t be checked
  word.match(word), // can’t be checked
  word.search('a'), // can’t be checked
  [...word.matchAll(/a/g)], //
  new Map([[word, 1]]).get(word), //
];
`;

const wanted = text.split('\n').flatMap((line, at) => {
  const words = / \/\/ (.+)$/.exec(line)?.[1];
  return words === undefined ? [] : [{ line: at + 1, words }];
});

describe('The check of patterns', () => {
  const folder = useTemporaryFolder();

  it('finds patterns that take more than linear time and those it can’t measure', async () => {
    const found = await lintedSource(folder.path, text, async (source) => [
      ...findMadePatterns(source),
      ...(await findSuperLinear(patternsOf(source))),
    ]);
    const inOrder = found.toSorted((a, b) => a.line - b.line);
    assert.deepEqual(
      inOrder.map(({ line }) => line),
      wanted.map(({ line }) => line),
    );
    for (const [at, { words }] of wanted.entries()) assert.ok(inOrder[at]?.message.includes(words), words);
  });

  it('finds patterns that take too long to analyze', async () => {
    const slow = String.raw`export const slow = /[?&](?:[\w-]*(?:token|signature|secret|credential)|sig)=[^&#\s"']+/i;`;
    const found = await lintedSource(folder.path, slow, (source) =>
      findSuperLinear(patternsOf(source), new Map(), 1),
    );
    assert.deepEqual(
      found.map(({ message }) => message.includes('takes too long to analyze')),
      [true],
    );
  });
});
