import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { launchedServers } from '../../../tools/conformance/servers/launchedServers.ts';
import type { ServerSource } from '../../../tools/conformance/servers/serverSource.ts';
import { Slots } from '../../../tools/conformance/servers/slots.ts';
import { altered, alteredServers, type Alteration } from '../../support/conformance/alteredServers.ts';
import { idsOf } from '../../support/conformance/outcomes.ts';
import { openApi } from '../../support/docs/openApi.ts';

interface Case {
  /** The start of the ids of the rules that run. */
  readonly only: string;
  readonly alteration: Alteration;
  /** The rules that must fail, by default the one named by `only`. Other rules that run must not. */
  readonly noticed?: readonly string[];
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

/** Changes the records in a JSON answer with this status and path. */
const saying = (
  path: RegExp,
  from: number,
  change: (json: Record<string, unknown>) => Record<string, unknown>,
): Alteration => ({
  answer: (answered, asked) =>
    answered.status === from && path.test(asked.path) ? altered(answered, change) : {},
});

/** A server that delays its answers to submissions. */
const slow: Alteration = {
  answer: async (_, { method }) => {
    if (method === 'POST') await delay(2000);
    return {};
  },
};

const record = /\/job\/[^/]+$/;

/** Deviations of a server, and the rules that notice them. */
const cases: Readonly<Record<string, Case>> = {
  'answers a missing key with 403': { only: 'authentication.missing', alteration: status(401, 403) },
  'takes any key for the right one': { only: 'authentication.invalid', alteration: status(401, 200) },
  'leaves out the detail of errors': {
    only: 'errors.',
    alteration: {
      answer: (answered) => (answered.status >= 400 ? altered(answered, ({ error }) => ({ error })) : {}),
    },
    noticed: ['errors.form'],
  },
  'has a page of HTML for paths that do not exist': {
    only: 'errors.form',
    alteration: {
      answer: (answered) =>
        answered.status === 404
          ? { headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Not found</h1>') }
          : {},
    },
  },
  'names no plan': { only: 'entitlements.fields', alteration: lacking(/entitlements/, 'planName') },
  'shows no progress': { only: 'jobs.progress', alteration: lacking(record, 'progress') },
  'shows no compression ratio': {
    only: 'jobs.compression-ratio',
    alteration: lacking(record, 'compressionRatio'),
  },
  'does not say why a job failed': { only: 'jobs.failed', alteration: lacking(record, 'error') },
  'does not name outputs': { only: 'jobs.output-name', alteration: lacking(record, 'output') },
  'delivers something other than the target format': {
    only: 'jobs.convert',
    alteration: {
      answer: (_, { path }) => (path.endsWith('/download') ? { body: Buffer.from('something') } : {}),
    },
  },
  'does not know jobs that are not ready': { only: 'jobs.not-ready', alteration: status(409, 404) },
  'forgets jobs whose output has expired': { only: 'retention.expired', alteration: status(410, 404) },
  'keeps outputs for a shorter time': {
    only: 'retention.kept',
    alteration: { needs: { retentionSeconds: 1 } },
  },
  'does not say when to come back': {
    only: 'rates.',
    alteration: { answer: ({ headers }) => ({ headers: without(headers, 'retry-after') }) },
    noticed: ['rates.retry-after', 'rates.retry-after-suffices'],
  },
  'charges nothing at submission': { only: 'credits.deducted', alteration: { needs: { credits: 2 } } },
  'says nothing of what is available': {
    only: 'credits.one-each',
    alteration: saying(/./, 402, (body) => ({ ...body, detail: 'Insufficient credits.' })),
  },
  'refunds twice': { only: 'credits.refunded-once', alteration: { needs: { credits: 2 } } },
  'does not renew its credits': { only: 'credits.renewed', alteration: { answer: refusingAfter(1) } },
  'keeps the credits of jobs that failed': {
    only: 'credits.failed-job',
    alteration: { answer: refusingAfter(1) },
  },
  'ignores versions in the query': {
    only: 'versioning.query-over-header',
    alteration: { ask: ({ path }) => ({ path: path.replace(/\?.*/, '') }) },
  },
  'runs fewer jobs in parallel': { only: 'limits.pool', alteration: { needs: { poolSlots: 6 } } },
  'answers submissions slowly, even after their jobs are done': {
    only: 'retention.kept',
    alteration: slow,
    noticed: [],
  },
};

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

const described = ['answers.described'];

/** Answers that these rules can read, but no client can rely on. */
const undescribed: Readonly<Record<string, Required<Case>>> = {
  'has a number for the plan': {
    only: 'entitlements.plan-credits',
    alteration: saying(/entitlements/, 200, (plan) => ({ ...plan, planId: 7 })),
    noticed: described,
  },
  'calls its lists text': {
    only: 'discovery.lists',
    alteration: {
      answer: (_, { path }) => (path === '/compress' ? { headers: { 'content-type': 'text/plain' } } : {}),
    },
    noticed: described,
  },
  'alters nothing': { only: 'jobs.', alteration: {}, noticed: [] },
};

describe('A conformance run against an altered server', () => {
  const plan = 'pro';
  const altering = (alteration: Alteration): ServerSource =>
    alteredServers(launchedServers(plan, new Slots(2)), alteration);

  for (const [what, { only, alteration, noticed = [only] }] of Object.entries(cases)) {
    it(`fails ${noticed.join(', ') || 'nothing'} if the server ${what}`, async () => {
      assert.deepEqual(await idsOf('fail', altering(alteration), { only, plan }), noticed);
    });
  }

  for (const [what, { only, alteration, noticed }] of Object.entries(undescribed)) {
    it(`finds ${noticed.length === 0 ? 'every answer' : 'answers that are not'} as described if the server ${what}`, async () => {
      const description = openApi;
      assert.deepEqual(await idsOf('fail', altering(alteration), { only, plan, description }), noticed);
    });
  }

  it('fails the larger tier’s rules if the server has a smaller tier’s limits', async () => {
    const guest = launchedServers('guest', new Slots(2));
    assert.deepEqual(await idsOf('fail', guest, { only: 'limits.queue', plan: 'free' }), ['limits.queue']);
  });
});
