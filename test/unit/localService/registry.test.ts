import assert from 'node:assert/strict';
import {
  compressions,
  conversionRows,
  conversions,
  installableConversions,
  offeredConversions,
} from '../../../src/localService/registry.ts';
import type { FoundPrograms } from '../../../src/localService/programs/findPrograms.ts';
import { isProgramId } from '../../../src/localService/programs/programs.ts';

const nothing = new Map();
const libreOffice = new Map([['libreoffice', '/usr/bin/soffice']] as const);
const pairOf = ({ from, to }: { from: string; to: string }): string => `${from} ${to}`;

function engines(from: string, to: string, found: FoundPrograms): string[] {
  return conversionRows(from, to, found).map(({ engine }) => engine);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('The registry', () => {
  it('offers each pair and each compression once, whatever is installed', () => {
    for (const found of [nothing, libreOffice]) {
      assert.deepEqual(repeated(offeredConversions(found).map(pairOf)), []);
    }
    assert.deepEqual(repeated(compressions.map(({ format }) => format)), []);
  });

  it('has a pair twice only for a program that comes before us', () => {
    for (const rows of Map.groupBy(conversions, pairOf).values()) {
      const [first, second, ...others] = rows.map(({ engine }) => isProgramId(engine));
      if (second !== undefined) assert.deepEqual([first, second, others], [true, false, []]);
    }
  });

  it('prefers the program where it is found, and only there', () => {
    assert.deepEqual(engines('docx', 'pdf', nothing), ['documentPrint']);
    assert.deepEqual(engines('docx', 'pdf', libreOffice), ['libreoffice', 'documentPrint']);
    assert.deepEqual(engines('doc', 'pdf', nothing), []);
    assert.deepEqual(engines('docx', 'html', libreOffice), ['document']);
  });

  it('names a program only for pairs that nothing does now', () => {
    const installable = installableConversions(nothing).map(pairOf);
    assert.ok(installable.includes('doc pdf'));
    assert.ok(!installable.includes('docx pdf'));
    assert.deepEqual(repeated([...installable, ...offeredConversions(nothing).map(pairOf)]), []);
    assert.ok(installableConversions(libreOffice).every(({ engine }) => engine !== 'libreoffice'));
  });
});
