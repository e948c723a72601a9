import { randomUUID } from 'node:crypto';
import { fields } from '../../../src/contract/dialect.ts';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { pick } from '../../../src/contract/read.ts';
import { routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { delay } from '../../../src/util/abort.ts';
import { type Needs, type RuleContext, type RuleTable, spending } from '../rule.ts';
import { looksLike } from '../samples.ts';
import { ensure, ensureError, ensureRefused, limitsOf } from '../steps/expect.ts';
import { download, jobRecord } from '../steps/follow.ts';
import { compressible, conversion } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { failedJob, type WholeJob, wholeJob } from '../steps/wholeJobs.ts';

/** Jobs that don't end while they are observed. */
const endless: Needs = { jobDelayMs: 600_000 };
const settleMs = 60_000;
const lookMs = 200;

/** Jobs, their records and states, and their results (api.md, Jobs; api.md, States). */
export const jobRules: RuleTable = spending({
  'jobs.convert': {
    sections: [
      'Endpoints 2',
      'Endpoints 5',
      'Endpoints 7',
      'Endpoints 9',
      'Jobs 1',
      'Jobs 2',
      'Service 4',
      'States 1, Succeeded',
      'States 3',
      'Versions 3',
    ],
    statement: 'A listed conversion is submitted, polled to its end, and downloaded in the target format.',
    check: async (context) =>
      threeSteps(await wholeJob(context, 'convert'), (await conversion(context)).targetFormat),
  },
  'jobs.compress': {
    sections: ['Endpoints 3', 'Endpoints 6', 'Endpoints 8', 'Jobs 1', 'Jobs 2', 'Service 4', 'States 3'],
    statement:
      'A compression is submitted, polled to its end, and downloaded: in the same format, and not larger.',
    check: async (context) => {
      const [job, { format, content }] = [await wholeJob(context, 'compress'), await compressible(context)];
      const { length } = job.download.body;
      ensure(length <= content.length, `${content.length} bytes became ${length}`);
      return threeSteps(job, format);
    },
  },
  'jobs.progress': {
    sections: ['Jobs 6'],
    statement: 'The status endpoints of both tools return progress.',
    check: async (context) => {
      const jobs = await Promise.all(documentedToolIds.map((tool) => wholeJob(context, tool)));
      const figures = jobs.map(({ records }) =>
        records.map(({ raw }) => pick(raw, fields.progress.read)).findLast((value) => value !== undefined),
      );
      ensure(!figures.includes(undefined), 'One tool’s records never have progress');
      return `At the end: ${figures.map(String).join(' and ')}`;
    },
  },
  'jobs.compression-ratio': {
    sections: ['Jobs 5'],
    statement: 'The compress status endpoint returns the compression ratio.',
    check: async (context) => {
      const { last } = await wholeJob(context, 'compress');
      ensure(last.compressionRatio !== undefined, 'The record of a finished compression has no ratio');
      return `The ratio is ${last.compressionRatio}`;
    },
  },
  'jobs.output-name': {
    sections: ['Jobs 4', 'Service 7'],
    statement: 'A successful job has a name for its output in output.fileName, which can be used unchanged.',
    check: async (context) => {
      const name = (await wholeJob(context, 'convert')).last.outputFileName;
      ensure(name !== undefined, 'The record of a successful job has no output.fileName');
      ensure(!/[/\\]/.test(name), 'output.fileName is a path');
      ensure(/^[a-z0-9.]+$/.test(formatOfFileName(name) ?? ''), 'output.fileName has no known extension');
      return `output.fileName is ${name}`;
    },
  },
  'jobs.failed': {
    sections: ['States 1, Failed', 'States 3', 'Jobs 3', 'Endpoints 5'],
    statement:
      'A job for a damaged file ends as Failed, with the reason in its record, and without a result.',
    check: async (context) => {
      const { id, last } = await failedJob(context);
      ensure(last.status === 'Failed', `The job ended as ${last.status}`);
      const reason = last.failure?.code ?? last.failure?.detail;
      ensure(Boolean(reason), 'The record of a failed job doesn’t describe the failure');
      const answer = await download(context, 'convert', id);
      ensureError(answer);
      return `Failed with ${last.failure?.code ?? 'a reason, without a code'}; ${answer.seen}`;
    },
  },
  'jobs.ends-for-good': {
    sections: ['States 2'],
    statement: 'A terminal state is final: a client may stop polling.',
    check: async (context) => {
      const { id, last } = await wholeJob(context, 'convert');
      const later = await Promise.all([1, 2, 3].map(() => jobRecord(context, 'convert', id)));
      const changed = later.find(({ status }) => status !== last.status);
      ensure(changed === undefined, `${last.status}, and ${changed?.status} later`);
      return `${last.status} in each of ${later.length} later polls`;
    },
  },
  'jobs.download-again': {
    sections: ['Service 6'],
    statement: 'An output can be downloaded again: a second download has the same bytes.',
    check: async (context) => {
      const { id, download: first } = await wholeJob(context, 'convert');
      const second = await download(context, 'convert', id);
      const isSame = second.ok && second.body.equals(first.body);
      ensure(isSame, `${first.seen}, then ${second.seen} with other bytes`);
      return `${second.seen} with the same ${second.body.length} bytes`;
    },
  },
  'jobs.processing': {
    sections: ['States 1, Processing', 'States 1, Queued', 'Limits 2'],
    statement: 'As many jobs as the tier runs in parallel are Processing; the others are Queued.',
    needs: { ...endless, server: 'parallel' },
    check: processing,
  },
  'jobs.not-ready': {
    sections: ['Errors 2, jobs.not_ready', 'States 3'],
    statement: 'While a job is running, its download is answered with jobs.not_ready.',
    needs: endless,
    check: async (context) => {
      const early = documentedToolIds.map(async (tool) =>
        download(context, tool, jobIdOf(await submit(context, tool))),
      );
      return ensureRefused(early, 'jobs.not_ready');
    },
  },
  'jobs.other-tool': {
    sections: ['Errors 2, jobs.not_found'],
    statement: 'A job is only found with its own tool.',
    needs: endless,
    check: async (context) => {
      const id = jobIdOf(await submit(context, 'convert'));
      return ensureRefused([context.http.send({ path: routes.job('compress', id) })], 'jobs.not_found');
    },
  },
  'jobs.not-found': {
    sections: ['Errors 2, jobs.not_found'],
    statement: 'An unknown job identifier is answered with jobs.not_found.',
    spends: false,
    check: async ({ http }) => {
      const paths = documentedToolIds.flatMap((tool) =>
        [randomUUID(), '0'].flatMap((id) => [routes.job(tool, id), routes.download(tool, id)]),
      );
      return ensureRefused(
        paths.map((path) => http.send({ path })),
        'jobs.not_found',
      );
    },
  },
});

function threeSteps({ statuses, download: { ok, seen, body } }: WholeJob, format: string): string {
  ensure(ok && body.length > 0, `${seen} with ${body.length} bytes`);
  ensure(looksLike(format, body) !== false, `${seen}, but the body isn’t ${format}`);
  return `Accepted, ${statuses.join(' → ')}, ${body.length} bytes of ${format}`;
}

async function processing(context: RuleContext): Promise<string> {
  const { maxParallelJobs } = limitsOf(context);
  const queued = 2;
  const ids: string[] = [];
  for (let count = 0; count < maxParallelJobs + queued; count += 1) {
    ids.push(jobIdOf(await submit(context, 'convert')));
  }
  const startedAt = context.clock.monotonic();
  for (;;) {
    const records = await Promise.all(ids.map((id) => jobRecord(context, 'convert', id)));
    const running = records.filter(({ status }) => status === 'Processing').length;
    const waiting = records.filter(({ status }) => status === 'Queued').length;
    const seen = `${ids.length} jobs: ${running} Processing, ${waiting} Queued`;
    ensure(running <= maxParallelJobs, seen);
    if (running === maxParallelJobs && waiting === queued) return seen;
    ensure(context.clock.monotonic() - startedAt < settleMs, seen);
    await delay(lookMs, context.clock, context.signal);
  }
}
