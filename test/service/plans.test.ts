import assert from 'node:assert/strict';
import { parseEntitlements } from '../../src/contract/entitlements.ts';
import type { TierName } from '../../src/contract/tiers.ts';
import type { ApiCaller } from '../support/service/apiCaller.ts';
import { image } from '../support/service/fixtures.ts';
import { useServices } from '../support/service/services.ts';

const small = image('alpha.png');
const codeOf = ({ json }: Awaited<ReturnType<ApiCaller['call']>>): unknown => json?.error;

async function entitlements(api: ApiCaller) {
  return parseEntitlements((await api.call('/compress/entitlements/me')).json);
}

describe('Plans', () => {
  const start = useServices();

  for (const [plan, credits] of [
    ['guest', 50],
    ['free', 50],
    ['pro', 12_000],
  ] as const satisfies [TierName, number][]) {
    it(`give ${plan} its credits`, async () => {
      const { api } = await start(['--plan', plan]);
      const { tier, planId, totalCredits, balance } = await entitlements(api);
      assert.deepEqual([tier, planId, totalCredits, balance], [plan, plan, credits, credits]);
    });
  }

  it('take credits at submission from one wallet for both tools', async () => {
    const { api } = await start(['--plan', 'pro', '--credits', '2', '--job-delay-ms', '60000']);
    await api.submit('/convert', small, { targetFormat: 'webp' });
    assert.equal((await entitlements(api)).balance, 1);
    await api.submit('/compress', small);
    assert.equal((await entitlements(api)).balance, 0);
    const refused = await api.submit('/compress', small);
    assert.equal(refused.status, 402);
    assert.deepEqual(refused.json, {
      error: 'entitlements.insufficient_credits',
      detail: 'Insufficient credits. Required: 1, Available: 0',
    });
  });

  it('name the daily limit to a guest who has used it up', async () => {
    const { api } = await start(['--plan', 'guest', '--credits', '0']);
    const refused = await api.submit('/compress', small);
    assert.deepEqual([refused.status, codeOf(refused)], [402, 'usage.daily_limit_exceeded']);
  });

  it('give the credit of a failed job back, once', async () => {
    const { api } = await start(['--plan', 'free', '--credits', '5']);
    const { json } = await api.submit('/compress', image('text.jpg'));
    const job = await api.ended('compress', json?.id);
    assert.equal(job.status, 'Failed');
    await api.ended('compress', json?.id);
    assert.equal((await entitlements(api)).balance, 5);
    const none = await api.download('compress', json?.id);
    assert.deepEqual([none.status, codeOf(none)], [409, 'jobs.no_output']);
  });

  it('spend every credit and not one more when a hundred submissions come at once', async () => {
    const { api } = await start(['--plan', 'free', '--credits', '30']);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => api.submit('/convert', small, { targetFormat: 'gif' })),
    );
    assert.equal(answers.filter(({ status }) => status === 202).length, 30);
    const refused = answers.filter(({ status }) => status !== 202).map(codeOf);
    assert.deepEqual([...new Set(refused)], ['usage.daily_limit_exceeded']);
    assert.equal((await entitlements(api)).balance, 0);
  });

  it('go by the clock that they are told', async () => {
    const { api } = await start(['--plan', 'free', '--clock-offset-seconds', '-86400']);
    assert.equal((await entitlements(api)).balance, 50);
  });
});

describe('The queue', () => {
  const start = useServices();
  const slow = ['--job-delay-ms', '60000'];

  it('runs three jobs of a guest at once, lines a hundred up and refuses the next', async () => {
    const { api } = await start(['--plan', 'guest', '--credits', '500', ...slow]);
    const answers = await Promise.all(
      Array.from({ length: 103 }, async () => api.submit('/compress', small)),
    );
    const jobs = await Promise.all(
      answers.map(async ({ json }) => (await api.call(`/compress/job/${json?.id}`)).json?.status),
    );
    assert.equal(jobs.filter((status) => status === 'Processing').length, 3);
    assert.equal(jobs.filter((status) => status === 'Queued').length, 100);
    const refused = await api.submit('/compress', small);
    assert.deepEqual([refused.status, codeOf(refused)], [429, 'queue.limit_exceeded']);
    assert.match(refused.json?.detail ?? '', /wait for existing jobs to complete/i);
    assert.equal((await entitlements(api)).balance, 397);
  });

  it('refuses when the pool has no place, and takes nothing for it', async () => {
    const { api } = await start(['--plan', 'pro', '--pool', '1', ...slow]);
    assert.equal((await api.submit('/compress', small)).status, 202);
    const refused = await api.submit('/compress', small);
    assert.deepEqual([refused.status, codeOf(refused)], [503, 'queue.pool_saturated']);
    assert.match(refused.json?.detail ?? '', /try again shortly/i);
    assert.equal((await entitlements(api)).balance, 11_999);
  });

  it('answers jobs.not_ready while a job runs', async () => {
    const { api } = await start(slow);
    const { json } = await api.submit('/compress', small);
    const early = await api.download('compress', json?.id);
    assert.deepEqual([early.status, codeOf(early)], [409, 'jobs.not_ready']);
    const elsewhere = await api.download('convert', json?.id);
    assert.deepEqual([elsewhere.status, codeOf(elsewhere)], [404, 'jobs.not_found']);
  });
});

describe('The rate limit', () => {
  const start = useServices();

  it('lets 300 questions for entitlements through in a minute, under both tools together', async () => {
    const { api } = await start();
    for (let asked = 0; asked < 150; asked += 1) {
      assert.equal((await api.call('/convert/entitlements/me')).status, 200);
      assert.equal((await api.call('/compress/entitlements/me')).status, 200);
    }
    const { status, headers, json } = await api.call('/convert/entitlements/me');
    assert.equal(status, 429);
    const seconds = Number(headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 60);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.deepEqual(json, {
      error: 'rate_limited',
      detail: `Too many requests. Retry after ${seconds} seconds.`,
    });
    assert.equal((await api.call('/compress')).status, 200);
  });
});

describe('The list of addresses', () => {
  const start = useServices();

  it('lets a key be used from the addresses on it, and from no other', async () => {
    const elsewhere = await start(['--allow-ip', '10.0.0.1']);
    const refused = await elsewhere.api.call('/compress');
    assert.deepEqual([refused.status, codeOf(refused)], [401, 'api_key.invalid_or_ip_not_allowed']);
    const here = await start(['--allow-ip', '10.0.0.1', '--allow-ip', '127.0.0.1']);
    assert.equal((await here.api.call('/compress')).status, 200);
  });
});
