import assert from 'node:assert/strict';
import { createNetworkService } from '../../../src/client/index.ts';
import { requestDialect } from '../../../src/contract/dialect.ts';
import { documentedErrors } from '../../../src/contract/errors.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import {
  aJob,
  direct,
  failureOf,
  never,
  rejection,
  testKey,
  withNetwork,
} from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';
import { inTurn, json, reset, text } from '../../support/http/scriptedServer.ts';

describe('The client’s errors', () => {
  for (const [code, { status }] of Object.entries(documentedErrors)) {
    it(`carry the code, status, and detail of ${code}`, async () => {
      const wait = { 'retry-after': '3600' };
      await withNetwork(
        json(status, { error: code, detail: 'In its own words.' }, wait),
        async ({ service }) => {
          const error = await failureOf(service.job('convert', aJob, never()));
          assert.partialDeepStrictEqual(error, {
            name: 'ServiceError',
            code,
            status,
            detail: 'In its own words.',
            retryAfterMs: 3_600_000,
          });
        },
      );
    });
  }

  it('explain that an HTML page isn’t the API, and what to check', async () => {
    await withNetwork(text(200, 'text/html', '<html>Sign in</html>'), async ({ client, clock }) => {
      const error = await clock.runUntil(failureOf(client.conversions(never())));
      assert.partialDeepStrictEqual(error, { code: 'transport.unreadable', status: 200 });
      assert.match(String(error['message']), /base URL/);
    });
  });

  it('report half a JSON answer as unreadable', async () => {
    await withNetwork(text(200, 'application/json', '{"status":"Que'), async ({ service, clock }) => {
      const error = await clock.runUntil(failureOf(service.job('convert', aJob, never())));
      assert.partialDeepStrictEqual(error, { code: 'transport.unreadable' });
    });
  });

  it('report an endless answer as unreadable before it fills the memory', async () => {
    const reply = text(200, 'application/json', `"${'x'.repeat(9 * 1024 * 1024)}"`);
    await withNetwork(reply, async ({ client, clock }) => {
      const error = await clock.runUntil(failureOf(client.conversions(never())));
      assert.partialDeepStrictEqual(error, { code: 'transport.unreadable' });
    });
  });

  it('report a record or error over a megabyte as unreadable, but not a list', async () => {
    const padding = 'x'.repeat(1024 * 1024);
    const bodies = [
      json(200, { status: 'Queued', id: 1, credits: 1, planName: 'a', padding }),
      json(404, { error: 'jobs.not_found', detail: '', padding }),
    ];
    for (const reply of bodies) {
      await withNetwork(reply, async ({ client, service, clock }) => {
        const failures = Promise.all([
          failureOf(service.job('convert', aJob, never())),
          failureOf(client.entitlements('convert', never())),
          failureOf(client.estimate('png', 'webp', never())),
          failureOf(client.optionsSchema('png', 'webp', never())),
        ]);
        for (const { code } of await clock.runUntil(failures)) assert.equal(code, 'transport.unreadable');
      });
    }
    const lists = inTurn(
      json(200, { conversions: ['png-webp'], padding }),
      json(200, { formats: ['png'], padding }),
    );
    await withNetwork(lists, async ({ client }) => {
      assert.deepEqual(await client.conversions(never()), [{ from: 'png', to: 'webp' }]);
      assert.deepEqual(await client.compressions(never()), ['png']);
    });
  });

  it('find nothing in an endlessly nested answer', async () => {
    for (const depth of [101, 5000, 100_000]) {
      const reply = text(200, 'application/json', `${'{"?":'.repeat(depth)}1${'}'.repeat(depth)}`);
      await withNetwork(reply, async ({ service, client, clock }) => {
        const job = failureOf(service.job('convert', aJob, never()));
        const list = failureOf(client.conversions(never()));
        for (const { code } of await clock.runUntil(Promise.all([job, list])))
          assert.equal(code, 'response.unexpected_shape');
      });
    }
  });

  it('report a broken connection as interrupted', async () => {
    await withNetwork(reset, async ({ service, clock }) => {
      const error = await clock.runUntil(failureOf(service.job('convert', aJob, never())));
      assert.partialDeepStrictEqual(error, { code: 'transport.interrupted', requestComplete: true });
    });
  });

  it('stop waiting for a silent server after the time limit for an answer’s head', async () => {
    const reply = inTurn(() => {}, json(404, { error: 'request.not_found', detail: '' }));
    await withNetwork(
      reply,
      async ({ client, clock, server }) => {
        const error = await clock.runUntil(failureOf(client.conversions(never())));
        assert.partialDeepStrictEqual(error, { code: 'request.not_found' });
        assert.equal(server.seen.length, 2);
      },
      { timeouts: { headersMs: 50 } },
    );
  });

  it('report a closed port as unreachable, with nothing sent', async () => {
    const error = await failureToConnect(`http://127.0.0.1:${await closedPort()}`);
    assert.partialDeepStrictEqual(error, { code: 'transport.unreachable', requestComplete: false });
  });

  it('report an unknown host as unreachable', async () => {
    assert.partialDeepStrictEqual(await failureToConnect('http://no-such-host.invalid'), {
      code: 'transport.unreachable',
    });
  });

  it('report a host with several dead addresses as unreachable', async () => {
    const error = await failureToConnect(`http://localhost:${await closedPort()}`);
    assert.partialDeepStrictEqual(error, { code: 'transport.unreachable' });
  });

  it('report a plain HTTP server behind an https address as unreachable', async () => {
    await withNetwork(json(200, {}), async ({ server }) => {
      const error = await failureToConnect(server.baseUrl.href.replace('http:', 'https:'));
      assert.partialDeepStrictEqual(error, { code: 'transport.unreachable' });
    });
  });

  it('are the signal’s reason if the caller gives up', async () => {
    await withNetwork(
      () => {},
      async ({ service }) => {
        const abort = new AbortController();
        const pending = rejection(service.job('convert', aJob, abort.signal));
        const reason = new Error('No longer wanted');
        abort.abort(reason);
        assert.equal(await pending, reason);
      },
    );
  });

  it('ask for a key before anything is sent without one', async () => {
    const overrides = { apiKey: async () => undefined };
    await withNetwork(
      json(200, {}),
      async ({ client, server }) => {
        const error = await failureOf(client.entitlements('convert', never()));
        assert.partialDeepStrictEqual(error, { code: 'api_key.invalid_or_ip_not_allowed', status: 401 });
        assert.equal(server.seen.length, 0);
      },
      overrides,
    );
  });

  it('say that a job belongs to another account, if it was sent with another key', async () => {
    const overrides = { keyId: async () => 'key-2' };
    await withNetwork(
      json(404, { error: 'jobs.not_found', detail: 'Unknown job.' }),
      async ({ service }) => {
        const codesFor = async (keyId: string | undefined): Promise<unknown[]> => {
          const job = { ...aJob, keyId };
          return [
            (await failureOf(service.job('convert', job, never())))['code'],
            (await failureOf(service.download('convert', job, never())))['code'],
          ];
        };
        assert.deepEqual(await codesFor('key-1'), ['api_key.other_account', 'api_key.other_account']);
        assert.deepEqual(await codesFor('key-2'), ['jobs.not_found', 'jobs.not_found']);
        assert.deepEqual(await codesFor(undefined), ['jobs.not_found', 'jobs.not_found']);
      },
      overrides,
    );
  });

  it('name what is missing in other JSON, and log its body without secrets', async () => {
    const reply = inTurn(json(200, { phase: 'running', echo: testKey }));
    await withNetwork(reply, async ({ service, logged }) => {
      const error = await failureOf(service.job('convert', aJob, never()));
      assert.partialDeepStrictEqual(error, { code: 'response.unexpected_shape', missing: 'status' });
      assert.ok(logged.some((line) => line.includes('"phase":"running"')));
      assert.ok(!logged.join('\n').includes(testKey));
    });
  });
});

async function failureToConnect(baseUrl: string): Promise<Record<string, unknown>> {
  const clock = new FakeClock();
  const connection = createNetworkService({
    baseUrl: new URL(baseUrl),
    apiKey: async () => testKey,
    proxy: direct,
    writing: requestDialect.write,
    clock,
    log: () => {},
  });
  const failure = failureOf(connection.client.conversions(never()));
  return clock.runUntil(failure).finally(() => connection.dispose());
}
