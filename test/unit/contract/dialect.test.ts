import assert from 'node:assert/strict';
import {
  bytesPerMegabyte,
  compressionSchemaQuery,
  fields,
  undocumentedErrors,
  pollPace,
  requestDialect,
} from '../../../src/contract/dialect.ts';
import { sectionsOf } from '../../support/docs/page.ts';

describe('The dialect', () => {
  it('guesses only what docs/api.md leaves open', () => {
    const rows = sectionsOf('api.md').find(({ heading }) => heading === 'Left open')?.rows ?? [];
    const open = new Set(rows.map(([row = '']) => row));
    const guesses = [
      ...Object.values(fields),
      ...Object.values(undocumentedErrors),
      bytesPerMegabyte,
      compressionSchemaQuery,
      pollPace,
      requestDialect,
    ];
    assert.deepEqual(
      guesses.flatMap(({ leftOpen }) => leftOpen).filter((row) => !open.has(row)),
      [],
    );
  });
});
