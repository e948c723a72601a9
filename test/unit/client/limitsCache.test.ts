import assert from 'node:assert/strict';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { failureOf, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { inTurn, json, type Reply } from '../../support/http/scriptedServer.ts';

const minuteMs = 60_000;
const pro = json(200, { planId: 'p', tier: 'PRO' });
const free = json(200, { planId: 'f', tier: 'Free' });
const refusal = json(401, { error: 'api_key.invalid_or_ip_not_allowed', detail: '' });

describe('The limits of the network', () => {
  for (const [answer, expected] of [
    [{ tier: 'pro' }, tierLimits.pro],
    [{ tier: 'Guest' }, tierLimits.guest],
    [{ tier: 'Enterprise', planName: 'Pro' }, tierLimits.pro],
    [{ tier: 'Enterprise' }, tierLimits.free],
    [{ planId: 'x' }, tierLimits.free],
  ] as const) {
    it(`are read from ${JSON.stringify(answer)}`, async () => {
      await withNetwork(json(200, answer), async ({ service }) => {
        assert.deepEqual(await service.limits(never()), expected);
      });
    });
  }

  it('are asked for once by a thousand jobs', async () => {
    await withNetwork(pro, async ({ service, server }) => {
      await Promise.all(Array.from({ length: 1000 }, () => service.limits(never())));
      assert.equal(server.seen.length, 1);
    });
  });

  it('are asked for again after some minutes', async () => {
    await withNetwork(inTurn(free, pro), async ({ service, clock }) => {
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(9 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(2 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });

  it('stay as they were known while the service can not be asked', async () => {
    await withNetwork(inTurn(pro, refusal), async ({ service, clock }) => {
      await service.limits(never());
      await clock.advance(60 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });

  it('fail with the service when they were never known', async () => {
    await withNetwork(refusal, async ({ service }) => {
      assert.equal((await failureOf(service.limits(never())))['status'], 401);
    });
  });

  it('are still fetched for the others when one caller gives up', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow: Reply = async (request, response) => {
      asked.resolve();
      await released.promise;
      await pro(request, response);
    };
    await withNetwork(slow, async ({ service }) => {
      const abort = new AbortController();
      const first = rejection(service.limits(abort.signal));
      const second = service.limits(never());
      await asked.promise;
      abort.abort();
      assert.equal(await first, abort.signal.reason);
      released.resolve();
      assert.equal(await second, tierLimits.pro);
    });
  });
});
