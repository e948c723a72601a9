import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { launchedServers } from '../../../tools/conformance/servers/launchedServers.ts';
import { Slots } from '../../../tools/conformance/servers/slots.ts';
import { altered, alteredServers, type Alteration } from '../../support/conformance/alteredServers.ts';
import { idsOf } from '../../support/conformance/outcomes.ts';
import { openApi } from '../../support/docs/openApi.ts';
import { bundle } from '../../support/service/standalone.ts';

interface Case {
  readonly what: string;
  readonly only: string;
  readonly alteration: Alteration;
  /** The rules that must fail. Other rules that start with `only` must not. */
  readonly noticed: readonly string[];
}

/** A server that replaces one status with another. */
const status = (from: number, to: number): Alteration => ({
  answer: (answered) => (answered.status === from ? { status: to } : {}),
});

function without<T>(object: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

/** A server whose successful records under a path lack a field. */
const lacking = (path: RegExp, field: string): Alteration => ({
  answer: (answered, asked) =>
    answered.status === 200 && path.test(asked.path) ? altered(answered, (json) => without(json, field)) : {},
});

/** A server that delays its answers to submissions. */
const slow: Alteration = {
  answer: async (_, { method }) => {
    if (method === 'POST') await delay(2000);
    return {};
  },
};

const record = /\/job\/[^/]+$/;

const cases: readonly Case[] = [
  {
    what: 'answers a missing key with 403',
    only: 'authentication.missing',
    alteration: status(401, 403),
    noticed: ['authentication.missing'],
  },
  {
    what: 'takes any key for the right one',
    only: 'authentication.invalid',
    alteration: { answer: ({ status }) => (status === 401 ? { status: 200 } : {}) },
    noticed: ['authentication.invalid'],
  },
  {
    what: 'leaves out the detail of errors',
    only: 'errors.',
    alteration: {
      answer: (answered) => (answered.status >= 400 ? altered(answered, ({ error }) => ({ error })) : {}),
    },
    noticed: ['errors.detail-field'],
  },
  {
    what: 'has a page of HTML for paths that do not exist',
    only: 'robustness.unknown-path',
    alteration: {
      answer: (answered) =>
        answered.status === 404
          ? { headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Not found</h1>') }
          : {},
    },
    noticed: ['robustness.unknown-path'],
  },
  {
    what: 'names no plan',
    only: 'entitlements.plan-',
    alteration: lacking(/entitlements/, 'planName'),
    noticed: ['entitlements.plan-name'],
  },
  {
    what: 'shows no progress',
    only: 'jobs.progress',
    alteration: lacking(record, 'progress'),
    noticed: ['jobs.progress'],
  },
  {
    what: 'shows no compression ratio',
    only: 'jobs.compression',
    alteration: lacking(record, 'compressionRatio'),
    noticed: ['jobs.compression-ratio'],
  },
  {
    what: 'does not say why a job failed',
    only: 'jobs.error',
    alteration: lacking(record, 'error'),
    noticed: ['jobs.error-details'],
  },
  {
    what: 'does not name outputs',
    only: 'service.output',
    alteration: lacking(record, 'output'),
    noticed: ['service.output-name'],
  },
  {
    what: 'delivers something other than the target format',
    only: 'download.converted',
    alteration: {
      answer: (_, { path }) => (path.endsWith('/download') ? { body: Buffer.from('something') } : {}),
    },
    noticed: ['download.converted'],
  },
  {
    what: 'does not know jobs that are not ready',
    only: 'download.not-ready',
    alteration: status(409, 404),
    noticed: ['download.not-ready'],
  },
  {
    what: 'forgets jobs whose output has expired',
    only: 'retention.expired',
    alteration: status(410, 404),
    noticed: ['retention.expired'],
  },
  {
    what: 'keeps outputs for a shorter time',
    only: 'retention.kept',
    alteration: { needs: { retentionSeconds: 1 } },
    noticed: ['retention.kept'],
  },
  {
    what: 'does not say when to come back',
    only: 'rates.',
    alteration: { answer: ({ headers }) => ({ headers: without(headers, 'retry-after') }) },
    noticed: ['rates.retry-after', 'rates.retry-after-suffices'],
  },
  {
    what: 'charges nothing at submission',
    only: 'credits.deducted',
    alteration: { needs: { credits: 2 } },
    noticed: ['credits.deducted'],
  },
  {
    what: 'says nothing of what is available',
    only: 'credits.insufficient',
    alteration: {
      answer: (answered) =>
        answered.status === 402
          ? altered(answered, (body) => ({ ...body, detail: 'Insufficient credits.' }))
          : {},
    },
    noticed: ['credits.insufficient'],
  },
  {
    what: 'refunds twice',
    only: 'refunds.once',
    alteration: { needs: { credits: 2 } },
    noticed: ['refunds.once'],
  },
  {
    what: 'does not renew its credits',
    only: 'windows.renewed',
    alteration: { answer: refusingAfter(1) },
    noticed: ['windows.renewed'],
  },
  {
    what: 'keeps the credits of jobs that failed',
    only: 'refunds.failed',
    alteration: { answer: refusingAfter(1) },
    noticed: ['refunds.failed-job'],
  },
  {
    what: 'ignores versions in the query',
    only: 'versioning.query-over',
    alteration: { ask: ({ path }) => ({ path: path.replace(/\?.*/, '') }) },
    noticed: ['versioning.query-over-header'],
  },
  {
    what: 'runs fewer jobs in parallel',
    only: 'limits.pool',
    alteration: { needs: { poolSlots: 6 } },
    noticed: ['limits.pool'],
  },
];

/** Accepts this many submissions and refuses all later ones because of insufficient credits. */
function refusingAfter(count: number): NonNullable<Alteration['answer']> {
  const body = Buffer.from('{"error":"entitlements.insufficient_credits","detail":"None."}');
  const headers = { 'content-type': 'application/json' };
  let left = count;
  return (_, { method }) => {
    if (method !== 'POST') return {};
    left -= 1;
    return left >= 0 ? {} : { status: 402, headers, body };
  };
}

/** Changes the records in a JSON answer with this status and path. */
const saying = (
  path: RegExp,
  from: number,
  change: (json: Record<string, unknown>) => Record<string, unknown>,
): Alteration => ({
  answer: (answered, asked) =>
    answered.status === from && path.test(asked.path) ? altered(answered, change) : {},
});

/** Answers that these rules can read, but no client can rely on. */
const undescribed: readonly Case[] = [
  {
    what: 'has a number for the plan',
    only: 'entitlements.tier',
    alteration: saying(/entitlements/, 200, (record) => ({ ...record, planId: 7 })),
    noticed: ['answers.described'],
  },
  {
    what: 'writes the credits of a plan as text',
    only: 'entitlements.total',
    alteration: saying(/entitlements/, 200, (record) => ({
      ...record,
      totalCredits: String(record['totalCredits']),
    })),
    noticed: ['entitlements.total-credits', 'answers.described'],
  },
  {
    what: 'spells states in another case',
    only: 'jobs.convert-status',
    alteration: saying(record, 200, (job) => ({ ...job, status: String(job['status']).toLowerCase() })),
    noticed: ['answers.described'],
  },
  {
    what: 'puts submissions into an envelope',
    only: 'jobs.compress-status',
    alteration: saying(/^\/compress$/, 202, (job) => ({ data: job })),
    noticed: ['answers.described'],
  },
  {
    what: 'does not name outputs',
    only: 'jobs.convert-status',
    alteration: lacking(record, 'output'),
    noticed: ['answers.described'],
  },
  {
    what: 'says no more of an error than its code',
    only: 'jobs.not-found',
    alteration: saying(/./, 404, ({ error }) => ({ error })),
    noticed: ['answers.described', 'answers.described', 'answers.described', 'answers.described'],
  },
  {
    what: 'calls its lists text',
    only: 'service.compression',
    alteration: {
      answer: (_, { path }) => (path === '/compress' ? { headers: { 'content-type': 'text/plain' } } : {}),
    },
    noticed: ['answers.described'],
  },
  {
    what: 'has a page of HTML for paths that do not exist',
    only: 'robustness.unknown-path',
    alteration: {
      answer: ({ status }) => (status === 404 ? { headers: { 'content-type': 'text/html' } } : {}),
    },
    noticed: ['robustness.unknown-path', 'answers.described'],
  },
  {
    what: 'alters nothing',
    only: 'jobs.',
    alteration: {},
    noticed: [],
  },
];

describe('A conformance run against an altered server', () => {
  for (const { what, only, alteration, noticed } of cases) {
    it(`fails ${noticed.join(', ') || 'nothing'} if the server ${what}`, async () => {
      const plan = 'pro';
      const local = launchedServers({ scriptPath: bundle, plan, slots: new Slots(2) });
      const servers = alteredServers(local, alteration);
      assert.deepEqual(await idsOf('fail', servers, { only, plan }), noticed);
    });
  }

  for (const { what, only, alteration, noticed } of undescribed) {
    it(`finds ${noticed.length === 0 ? 'every answer' : 'answers that are not'} as described if the server ${what}`, async () => {
      const plan = 'pro';
      const local = launchedServers({ scriptPath: bundle, plan, slots: new Slots(2) });
      const servers = alteredServers(local, alteration);
      assert.deepEqual(await idsOf('fail', servers, { only, plan, description: openApi }), noticed);
    });
  }

  it('fails nothing if the server answers submissions slowly, even after their jobs are done', async () => {
    const local = launchedServers({ scriptPath: bundle, plan: 'pro', slots: new Slots(2) });
    const servers = alteredServers(local, slow);
    assert.deepEqual(await idsOf('fail', servers, { only: 'retention.kept', plan: 'pro' }), []);
  });

  it('fails the larger tier’s rules if the server has a smaller tier’s limits', async () => {
    const guest = launchedServers({ scriptPath: bundle, plan: 'guest', slots: new Slots(2) });
    assert.deepEqual(await idsOf('fail', guest, { only: 'limits.queue', plan: 'free' }), ['limits.queue']);
  });
});
