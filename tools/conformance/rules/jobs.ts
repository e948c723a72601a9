import { randomUUID } from 'node:crypto';
import { fields } from '../../../src/contract/dialect.ts';
import { pick } from '../../../src/contract/read.ts';
import { routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { ensure, ensureCode } from '../steps/expect.ts';
import { jobRecord } from '../steps/follow.ts';
import { failedJob, wholeJob } from '../steps/wholeJobs.ts';

/** Records and states of jobs, as far as any server shows them (api.md, Jobs; api.md, States). */
export const jobRules: readonly ConformanceRule[] = [
  {
    id: 'jobs.convert-status',
    sections: ['Endpoints 5', 'Jobs 2'],
    statement: 'The record of a conversion has one of the five states.',
    needs: {},
    spends: true,
    // Records with other states are refused earlier, when they are parsed.
    check: async (context) => `Seen: ${(await wholeJob(context, 'convert')).statuses.join(', ')}`,
  },
  {
    id: 'jobs.compress-status',
    sections: ['Endpoints 6', 'Jobs 2'],
    statement: 'The record of a compression has one of the five states.',
    needs: {},
    spends: true,
    check: async (context) => `Seen: ${(await wholeJob(context, 'compress')).statuses.join(', ')}`,
  },
  {
    id: 'jobs.progress',
    sections: ['Jobs 6'],
    statement: 'The status endpoints of both tools return progress.',
    needs: {},
    spends: true,
    check: async (context) => {
      const jobs = await Promise.all(documentedToolIds.map((tool) => wholeJob(context, tool)));
      const figures = jobs.map(({ records }) =>
        records.map(({ raw }) => pick(raw, fields.progress.read)).findLast((value) => value !== undefined),
      );
      ensure(!figures.includes(undefined), 'One tool’s records never have progress');
      return `At the end: ${figures.map(String).join(' and ')}`;
    },
  },
  {
    id: 'jobs.compression-ratio',
    sections: ['Jobs 5'],
    statement: 'The compress status endpoint returns the compression ratio.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { last } = await wholeJob(context, 'compress');
      ensure(last.compressionRatio !== undefined, 'The record of a finished compression has no ratio');
      return `The ratio is ${last.compressionRatio}`;
    },
  },
  {
    id: 'jobs.succeeded',
    sections: ['States 1, Succeeded'],
    statement: 'A finished job is Succeeded, and its output can be downloaded.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { last, download } = await wholeJob(context, 'convert');
      ensure(download.ok, `${last.status}, but ${download.seen}`);
      return `${last.status}, ${download.seen}`;
    },
  },
  {
    id: 'jobs.failed',
    sections: ['States 1, Failed'],
    statement: 'A job for a file that can’t be decoded ends as Failed.',
    needs: {},
    spends: true,
    check: async (context) => {
      const { last } = await failedJob(context);
      ensure(last.status === 'Failed', `The job ended as ${last.status}`);
      return 'A damaged file was accepted and Failed';
    },
  },
  {
    id: 'jobs.error-details',
    sections: ['Jobs 3', 'Endpoints 5'],
    statement: 'The convert status endpoint returns error details when a job has failed.',
    needs: {},
    spends: true,
    check: async (context) => {
      const failure = (await failedJob(context)).last.failure;
      const reason = failure?.code ?? failure?.detail;
      ensure(Boolean(reason), 'The record of a failed job doesn’t describe the failure');
      return `The record says ${failure?.code ?? 'what failed, without a code'}`;
    },
  },
  {
    id: 'jobs.ends-for-good',
    sections: ['States 2'],
    statement: 'A terminal state is final: a client may stop polling.',
    needs: {},
    spends: true,
    check: endsForGood,
  },
  {
    id: 'jobs.not-found',
    sections: ['Errors 2, jobs.not_found'],
    statement: 'An unknown job identifier is answered with jobs.not_found.',
    needs: {},
    spends: false,
    check: async ({ http }) => {
      const paths = documentedToolIds.flatMap((tool) =>
        [randomUUID(), '0'].flatMap((id) => [routes.job(tool, id), routes.download(tool, id)]),
      );
      const answers = await Promise.all(paths.map((path) => http.send({ path })));
      for (const answer of answers) ensureCode(answer, 'jobs.not_found');
      return `${answers.length} requests, ${answers[0]?.seen}`;
    },
  },
];

async function endsForGood(context: RuleContext): Promise<string> {
  const { id, last } = await wholeJob(context, 'convert');
  const later = await Promise.all([1, 2, 3].map(() => jobRecord(context, 'convert', id)));
  const changed = later.find(({ status }) => status !== last.status);
  ensure(changed === undefined, `${last.status}, and ${changed?.status} later`);
  return `${last.status} in each of ${later.length} later polls`;
}
