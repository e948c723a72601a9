import assert from 'node:assert/strict';
import { findLookups } from '../../../tools/lint/lookups.ts';
import { lintedSource } from '../../support/lintedSource.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

/** The check should find exactly the lines that end in `// found`. */
const text = `
declare const name: string;
declare const known: 'a' | 'b';
declare const body: unknown;
declare const at: number;
const table: Readonly<Record<string, number>> = { a: 1 };
const exact = { a: 1, b: 2 };

export const wrong = [
  table[name], // found
  table[\`\${name}x\`], // found
  (body as any)[name], // found
  (exact as any)[body as any], // found
  name in exact, // found
  ((key: \`\${string}-x\`) => table[key])('-x'), // found
  (<K extends string>(key: K) => table[key])('a'), // found
];
table[name.trim()]; // found

export const right = [
  table['a'],
  exact[known],
  [1, 2][at],
  'a' in exact,
  known in exact,
  new Map([['a', 1]]).get(name),
  (<K extends keyof typeof exact>(key: K) => exact[key])('a'),
];
`;

describe('The check of lookups', () => {
  const folder = useTemporaryFolder();

  it('finds objects indexed by untrusted names', async () => {
    const lines = text.split('\n').flatMap((line, at) => (line.endsWith('// found') ? [at + 1] : []));
    const found = await lintedSource(folder.path, text, findLookups);
    assert.deepEqual(
      found.map(({ line }) => line).toSorted((a, b) => a - b),
      lines,
    );
    assert.ok(found.every(({ file }) => file === 'src/linted.ts'));
  });
});
