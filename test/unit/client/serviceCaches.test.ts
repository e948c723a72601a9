import assert from 'node:assert/strict';
import { tierLimits, unknownPlanLimits } from '../../../src/contract/tiers.ts';
import { failureOf, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { inTurn, json, type Reply, text } from '../../support/http/scriptedServer.ts';

const minuteMs = 60_000;
const pro = json(200, { planId: 'p', tier: 'PRO' });
const free = json(200, { planId: 'f', tier: 'Free' });
const byKey: Reply = (request, response) =>
  (request.headers['x-service-api-key'] === 'one' ? free : pro)(request, response);
const refusal = json(401, { error: 'api_key.invalid_or_ip_not_allowed', detail: '' });

describe('The limits of the network', () => {
  for (const [answer, expected] of [
    [{ tier: 'pro' }, tierLimits.pro],
    [{ tier: 'Guest' }, tierLimits.guest],
    [{ tier: 'Enterprise', planName: 'Pro' }, tierLimits.pro],
    [{ tier: 'Enterprise' }, unknownPlanLimits],
    [{ planId: 'x' }, unknownPlanLimits],
  ] as const) {
    it(`are read from ${JSON.stringify(answer)}`, async () => {
      await withNetwork(json(200, answer), async ({ service }) => {
        assert.deepEqual(await service.limits(never()), expected);
      });
    });
  }

  it('say whether the plan charges, which is assumed until the network denies it', async () => {
    const uncharged = json(200, { planId: 'u', tier: 'Unmetered', charges: false });
    await withNetwork(inTurn(uncharged, pro), async ({ service, clock }) => {
      assert.equal(service.charges, true);
      await service.limits(never());
      assert.equal(service.charges, false);
      await clock.advance(1.1 * minuteMs);
      await service.limits(never());
      assert.equal(service.charges, true);
    });
  });

  it('are requested once for a thousand jobs', async () => {
    await withNetwork(pro, async ({ service, server }) => {
      await Promise.all(Array.from({ length: 1000 }, () => service.limits(never())));
      assert.equal(server.seen.length, 1);
    });
  });

  it('are requested again after a minute', async () => {
    await withNetwork(inTurn(free, pro), async ({ service, clock }) => {
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(0.9 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(0.2 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });

  it('are refreshed before they refuse something', async () => {
    await withNetwork(inTurn(free, pro), async ({ service }) => {
      assert.equal(await service.limits(never()), tierLimits.free);
      assert.equal(await service.limits(never(), { refresh: true }), tierLimits.pro);
    });
  });

  it('belong to the current key', async () => {
    let key = 'one';
    await withNetwork(
      byKey,
      async ({ service }) => {
        assert.equal(await service.limits(never()), tierLimits.free);
        key = 'two';
        assert.equal(await service.limits(never()), tierLimits.pro);
      },
      { apiKey: async () => key },
    );
  });

  it('include those that another caller has just received', async () => {
    await withNetwork(inTurn(free, pro), async ({ service, client, server }) => {
      await service.limits(never());
      await client.entitlements('compress', never());
      assert.equal(await service.limits(never()), tierLimits.pro);
      assert.equal(server.seen.length, 2);
    });
  });

  for (const [name, answer] of Object.entries({
    'a refusal': json(403, { error: 'forbidden', detail: '' }),
    'no such endpoint': text(404, 'text/html', '<h1>Not found</h1>'),
    'a fault': json(500, { error: 'service.internal_error', detail: '' }),
    'an empty object': json(200, {}),
  })) {
    it(`are cautious, and logged, if the plan isn’t known: ${name}`, async () => {
      await withNetwork(answer, async ({ service, clock, logged }) => {
        assert.equal(await clock.runUntil(service.limits(never())), unknownPlanLimits);
        assert.ok(logged.some((line) => line.startsWith('The plan is unknown')));
      });
    });
  }

  it('aren’t cautious because of a page from a proxy', async () => {
    await withNetwork(text(200, 'text/html', '<h1>Sign in</h1>'), async ({ service, clock }) => {
      const error = await clock.runUntil(failureOf(service.limits(never())));
      assert.equal(error['code'], 'transport.unreadable');
    });
  });

  it('stay as last known while the service is unreachable', async () => {
    await withNetwork(inTurn(pro, refusal), async ({ service, clock }) => {
      await service.limits(never());
      await clock.advance(60 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });

  it('fail with the service if they were never known', async () => {
    await withNetwork(refusal, async ({ service }) => {
      assert.equal((await failureOf(service.limits(never())))['status'], 401);
    });
  });

  it('are still fetched for the others if one caller gives up', async () => {
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
