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

  it('come with whether the plan charges, which it does until the network says that it does not', async () => {
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

  it('are asked for once by a thousand jobs', async () => {
    await withNetwork(pro, async ({ service, server }) => {
      await Promise.all(Array.from({ length: 1000 }, () => service.limits(never())));
      assert.equal(server.seen.length, 1);
    });
  });

  it('are asked for again after a minute', async () => {
    await withNetwork(inTurn(free, pro), async ({ service, clock }) => {
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(0.9 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.free);
      await clock.advance(0.2 * minuteMs);
      assert.equal(await service.limits(never()), tierLimits.pro);
    });
  });

  it('are asked for anew before they refuse something', async () => {
    await withNetwork(inTurn(free, pro), async ({ service }) => {
      assert.equal(await service.limits(never()), tierLimits.free);
      assert.equal(await service.limits(never(), { anew: true }), tierLimits.pro);
    });
  });

  it('are those of the key that is set now', async () => {
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

  it('are those of a plan that somebody else has just heard of', async () => {
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
    it(`are careful ones, and the log says so, where the plan is not told: ${name}`, async () => {
      await withNetwork(answer, async ({ service, clock, logged }) => {
        assert.equal(await clock.runUntil(service.limits(never())), unknownPlanLimits);
        assert.ok(logged.some((line) => line.startsWith('The plan is not known')));
      });
    });
  }

  it('are not careful ones behind a page that somebody put in between', async () => {
    await withNetwork(text(200, 'text/html', '<h1>Sign in</h1>'), async ({ service, clock }) => {
      const error = await clock.runUntil(failureOf(service.limits(never())));
      assert.equal(error['code'], 'transport.unreadable');
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
