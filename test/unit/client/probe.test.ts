import assert from 'node:assert/strict';
import { apiKeyHeader, routes } from '../../../src/contract/routes.ts';
import { failureOf, never, testKey, withNetwork } from '../../support/http/networkFixture.ts';
import { json, text } from '../../support/http/scriptedServer.ts';

const record = { planId: 'free', planName: 'Free', tier: 'Free', totalCredits: 50 };
const refusal = json(401, { error: 'api_key.invalid_or_ip_not_allowed', detail: 'No.' });

describe('A probe of the network', () => {
  it('is one request with the key, which reports the plan, the latency, and the service’s clock', async () => {
    const at = Date.UTC(2029, 11, 31, 23, 59, 30);
    await withNetwork(json(200, record, { date: new Date(at).toUTCString() }), async ({ client, server }) => {
      const { entitlements, latencyMs, serverTime } = await client.probe(never());
      assert.deepEqual([entitlements.planName, serverTime], ['Free', at]);
      assert.ok(latencyMs >= 0);
      const [seen, ...others] = server.seen;
      assert.deepEqual([seen?.url, others.length], [routes.entitlements('convert'), 0]);
      assert.equal(seen?.headers[apiKeyHeader.toLowerCase()], testKey);
    });
  });

  it('isn’t retried, because a user is waiting', async () => {
    await withNetwork(json(503, { error: 'queue.pool_saturated', detail: 'Full.' }), async (fixture) => {
      assert.equal((await failureOf(fixture.client.probe(never())))['code'], 'queue.pool_saturated');
      assert.equal(fixture.server.seen.length, 1);
    });
  });
});

describe('An address tried before there is a key', () => {
  it('is the network’s if it asks for a key, and is sent none', async () => {
    await withNetwork(refusal, async ({ client, server }) => {
      await client.recognize(never());
      assert.deepEqual(
        server.seen.map(({ headers }) => headers[apiKeyHeader.toLowerCase()]),
        [undefined],
      );
    });
    await withNetwork(json(200, record), async ({ client }) => client.recognize(never()));
  });

  const others = {
    'a website': [text(200, 'text/html', '<!DOCTYPE html><h1>Welcome</h1>'), 'transport.unreadable'],
    'another API': [json(200, { hello: 'world' }), 'response.unexpected_shape'],
    'another path of a service': [
      json(404, { error: 'request.not_found', detail: 'No.' }),
      'request.not_found',
    ],
  } as const;
  for (const [what, [reply, code]] of Object.entries(others)) {
    it(`isn’t the network’s if ${what} answers`, async () => {
      await withNetwork(reply, async ({ client }) => {
        assert.equal((await failureOf(client.recognize(never())))['code'], code);
      });
    });
  }
});
