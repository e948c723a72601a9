import assert from 'node:assert/strict';
import { outputsOf } from '../../../../src/jobs/core/jobFiles.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const source = 'file:///a/photo%20%281%29.png';
const converted = jobWith({ source, state: states.saved(0, 'file:///a/photo%20(1).webp', 7) });
const inPlace = jobWith({ tool: 'compress', source, state: states.saved(0, 'file:///a/photo%20(1).png', 9) });
const skipped = jobWith({ source, state: states.doneWithoutOutput(0, 'skipped') });

describe('outputsOf', () => {
  const jobs = [converted, inPlace, skipped, jobWith({ source })];

  it('returns the results of a conversion, without originals that were compressed in place', () => {
    assert.deepEqual([...outputsOf(jobs, 'convert')], [['file%3A///a/photo%20(1).webp', 7]]);
  });

  it('returns the compressed files of a compression', () => {
    assert.deepEqual([...outputsOf(jobs, 'compress').values()], [9]);
  });
});
