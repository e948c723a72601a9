import assert from 'node:assert/strict';
import path from 'node:path';
import type { EngineId } from '../../src/engines/index.ts';
import { scaled } from '../../test/support/run/slowness.ts';
import { caseName, type MatrixCase, matrixCases } from './matrixCases.ts';
import { type CaseResult, proveCases } from './prove.ts';

/**
 * The engines whose cases a sweep proves. The sweeps are files in `test/sweeps/engines/conversions`. A digit at the end
 * of a name is the part of the cases. Sweeps take about the same time, so that a runner can spread them over the cores.
 */
const sweeps: Readonly<Record<string, readonly EngineId[]>> = {
  calibre: ['calibre'],
  ffmpeg: ['ffmpeg'],
  magick: ['magick'],
  office: ['libreoffice', 'ghostscript'],
  pandoc: ['pandoc'],
  tesseract: ['tesseract'],
};
const parts: Readonly<Record<string, number>> = { ffmpeg: 3, magick: 3, pandoc: 2, rest: 3 };
const named = new Set(Object.values(sweeps).flat());

function casesOfSweep(name: string): MatrixCase[] {
  const [, sweep = '', part = '1'] = /^([a-z]+)(\d?)$/.exec(name) ?? [];
  const engines = sweeps[sweep];
  if (engines === undefined && sweep !== 'rest') throw new Error(`Unknown sweep: ${name}`);
  return matrixCases
    .filter(({ engine }) => engines?.includes(engine) ?? !named.has(engine))
    .filter((_, at) => at % (parts[sweep] ?? 1) === Number(part || 1) - 1);
}

/** Defines the suite of the sweep that this file is named after, with a test for each case. */
export function describeSweep(file: string): void {
  const name = path.basename(file, '.test.ts');
  describe(`Conversions in the ${name} sweep`, function () {
    this.timeout(scaled(3_600_000));
    const cases = casesOfSweep(name);
    let results: readonly CaseResult[] = [];

    before(async () => {
      results = await proveCases(cases);
    });

    for (const tested of cases) {
      it(`keep the content: ${caseName(tested)}, by ${tested.engine}`, () => {
        const result = results.find((each) => each.tested === tested);
        assert.ok(result && result.fault === undefined, result?.fault ?? 'not run');
      });
    }
  });
}
