import assert from 'node:assert/strict';
import type { JobState } from '../../../../src/jobs/core/job.ts';
import { filterChoices, filterMessage, jobFilters } from '../../../../src/vscode/jobsView/jobsFilter.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const problem = { code: 'api_key.missing', detail: '' } as const;
const states: readonly JobState[] = [
  { name: 'waiting', notBefore: undefined, problem: undefined },
  { name: 'done', endedAt: 0, outcome: 'skipped', output: undefined, outputBytes: undefined },
  { name: 'failed', endedAt: 0, problem, keptOutput: undefined, remote: undefined },
  { name: 'expired', endedAt: 0 },
  { name: 'canceled', endedAt: 0, spent: false },
  { name: 'needsKey', problem, remote: undefined },
];

describe('The jobs filter', () => {
  it('is chosen by name, with the number of jobs', () => {
    const choices = filterChoices(states.map((state) => jobWith({ state })));
    assert.deepEqual(
      choices.map(({ value, label, description }) => [value, label, description]),
      [
        ['all', 'All', '6'],
        ['active', 'Active', '1'],
        ['failed', 'Failed', '2'],
        ['done', 'Done', '1'],
        ['waiting', 'Waiting for you', '1'],
      ],
    );
  });

  it('describes what it shows and how to reset it, unless it shows all', () => {
    const messages = jobFilters.map((filter) => filterMessage(filter, { shown: 3, all: 1200 }));
    assert.deepEqual(messages, [
      undefined,
      'Showing active jobs — 3 of 1,200. Use the filter above to show all.',
      'Showing failed jobs — 3 of 1,200. Use the filter above to show all.',
      'Showing completed jobs — 3 of 1,200. Use the filter above to show all.',
      'Showing jobs waiting for you — 3 of 1,200. Use the filter above to show all.',
    ]);
  });
});
