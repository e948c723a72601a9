import assert from 'node:assert/strict';
import { findMadePatterns, patternsOf } from '../../../tools/lint/patterns.ts';
import { findSuperLinear } from '../../../tools/lint/superLinear.ts';
import { lintedSource } from '../../support/lintedSource.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

/** Each line ends with what is to be found in it, if anything is. */
const text = String.raw`
declare const word: string;
export const all = [
  /^[a-z]+(?:-[a-z]+)*$/, //
  /^[a-z_]+(?:_[a-z]+)*!$/, // polynomial
  /^(?:a|a)*$/, // exponential
  /\s+$/u, // polynomial
  /<(?!p)[a-z]*>/i, // can’t be told
  /(.+)\1/, // can’t be told
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

describe('The check of patterns', function () {
  // What checks them starts a process of its own.
  this.timeout(60_000);
  const folder = useTemporaryFolder();

  it('finds those of more than linear time, and those that it can’t tell of', async () => {
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

  it('lets those be that are on the list, and finds what is there without need', async () => {
    const bounded = new Map([
      [String.raw`/\s+$/u`, 'A reason.'],
      ['/a/g', 'None.'],
    ]);
    const listed = 'declare const word: string;\nexport const all = [/\\s+$/u, word.replace(/a/g, "")];\n';
    const found = await lintedSource(folder.path, listed, (source) =>
      findSuperLinear(patternsOf(source), bounded),
    );
    assert.deepEqual(
      found.map(({ message }) => message),
      ['/a/g is linear: take it off the list of patterns that are not.'],
    );
  });
});
