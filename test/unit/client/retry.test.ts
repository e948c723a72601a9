import assert from 'node:assert/strict';
import { withRetries } from '../../../src/client/retry.ts';
import { ServiceError, TransportError } from '../../../src/contract/errors.ts';
import { FakeClock, turn } from '../../support/fakeClock.ts';
import { aJob, failureOf, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { inTurn, json, reset, text } from '../../support/http/scriptedServer.ts';

/** Runs a request that fails with these errors in turn and then succeeds. Resolves to the times of its attempts. */
async function attempts(errors: readonly Error[], random = 0): Promise<{ atMs: number[]; outcome: unknown }> {
  const clock = new FakeClock(0);
  const atMs: number[] = [];
  const run = async (): Promise<string> => {
    atMs.push(clock.now());
    const error = errors[atMs.length - 1];
    if (error) throw error;
    return 'done';
  };
  const pending = withRetries(run, { clock, random: () => random, signal: never() });
  const settled = pending.catch((error: unknown) => error);
  // The first attempt is made before the clock advances.
  await turn();
  const outcome = await clock.runUntil(settled);
  return { atMs, outcome };
}

const interrupted = new TransportError('transport.interrupted', '');
const unreachable = new TransportError('transport.unreachable', '');
const gateway = new TransportError('transport.unreadable', '', { status: 502 });
const rateLimited = (retryAfterMs?: number): ServiceError =>
  new ServiceError('rate_limited', 429, '', retryAfterMs);

describe('withRetries', () => {
  it('waits 1, 2, and 4 seconds, then gives up', async () => {
    for (const error of [interrupted, gateway, rateLimited(), new ServiceError('x', 503, '')]) {
      const { atMs, outcome } = await attempts([error, error, error, error, error]);
      assert.deepEqual(atMs, [0, 1000, 3000, 7000]);
      assert.equal(outcome, error);
    }
  });

  it('adds up to half a second of jitter', async () => {
    const { atMs } = await attempts([interrupted, interrupted, interrupted], 0.999_999);
    assert.deepEqual(atMs, [0, 1500, 4000, 8500]);
  });

  it('waits as long as the service asks', async () => {
    const { atMs, outcome } = await attempts([rateLimited(7000)]);
    assert.deepEqual(atMs, [0, 7000]);
    assert.equal(outcome, 'done');
  });

  it('leaves a long wait to the caller', async () => {
    const error = rateLimited(60_000);
    const { atMs, outcome } = await attempts([error]);
    assert.deepEqual(atMs, [0]);
    assert.equal(outcome, error);
  });

  it('retries an unreachable service only once', async () => {
    const { atMs } = await attempts([unreachable, unreachable, unreachable]);
    assert.deepEqual(atMs, [0, 1000]);
  });

  it('never retries a request that was answered', async () => {
    for (const status of [400, 401, 402, 404, 409, 410, 413, 500]) {
      const { atMs } = await attempts([new ServiceError('some.code', status, '')]);
      assert.deepEqual(atMs, [0], String(status));
    }
  });

  it('stops waiting when the caller gives up', async () => {
    const clock = new FakeClock(0);
    const abort = new AbortController();
    const pending = rejection(
      withRetries(async () => Promise.reject(interrupted), { clock, random: () => 0, signal: abort.signal }),
    );
    await turn();
    await clock.advance(500);
    const reason = new Error('No longer wanted');
    abort.abort(reason);
    assert.equal(await pending, reason);
    assert.equal(clock.pendingTimers, 0);
  });
});

describe('Retries of a GET', () => {
  it('survive a reset, a gateway page, and a rate limit', async () => {
    const reply = inTurn(
      reset,
      text(504, 'text/html', '<html>'),
      json(429, { error: 'rate_limited', detail: '' }, { 'retry-after': '1' }),
      json(200, { tier: 'Pro' }),
    );
    await withNetwork(reply, async ({ client, clock, server }) => {
      const entitlements = await clock.runUntil(client.entitlements('compress', never()));
      assert.equal(entitlements.tier, 'pro');
      assert.deepEqual(
        server.seen.map(({ url }) => url),
        Array.from({ length: 4 }, () => '/compress/entitlements/me'),
      );
    });
  });

  it('leave polls and downloads to the job’s own back-off', async () => {
    await withNetwork(reset, async ({ service, server }) => {
      assert.equal((await failureOf(service.job('convert', aJob, never())))['code'], 'transport.interrupted');
      const failed = await failureOf(service.download('convert', aJob, never()));
      assert.equal(failed['code'], 'transport.interrupted');
      assert.equal(server.seen.length, 2);
    });
  });

  it('don’t hide a refusal', async () => {
    const reply = inTurn(reset, json(401, { error: 'api_key.invalid_or_ip_not_allowed', detail: 'No.' }));
    await withNetwork(reply, async ({ client, clock, server }) => {
      const error = await clock.runUntil(failureOf(client.conversions(never())));
      assert.partialDeepStrictEqual(error, { status: 401, detail: 'No.' });
      assert.equal(server.seen.length, 2);
    });
  });
});
