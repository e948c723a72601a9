import assert from 'node:assert/strict';
import { FakeClock } from '../../support/fakeClock.ts';
import { aJob, aSubmission, failureOf, never, withNetwork } from '../../support/http/networkFixture.ts';
import { inTurn, json, type Reply, text } from '../../support/http/scriptedServer.ts';

const queued = json(200, { id: '7', status: 'Queued' });
const limited = (headers: Record<string, string | string[]> = {}): Reply =>
  json(429, { error: 'rate_limited', detail: '' }, headers);

describe('A service that limits requests', () => {
  it('gets no more requests before the time it asks for, on any endpoint', async () => {
    await withNetwork(
      inTurn(limited({ 'retry-after': '60' }), queued),
      async ({ service, client, clock, server }) => {
        assert.equal((await failureOf(service.job('convert', aJob, never())))['code'], 'rate_limited');
        for (const again of [
          () => service.job('compress', aJob, never()),
          () => service.download('convert', aJob, never()),
          () => service.submit(aSubmission(), never()),
          () => client.entitlements('convert', never()),
        ]) {
          assert.partialDeepStrictEqual(await failureOf(again()), {
            code: 'rate_limited',
            retryAfterMs: 60_000,
          });
        }
        assert.equal(server.seen.length, 1);
        await clock.advance(60_500);
        assert.equal((await service.job('convert', aJob, never())).status, 'Queued');
        assert.equal(server.seen.length, 2);
      },
      { random: () => 0 },
    );
  });

  it('isn’t asked again before a short wait has passed', async () => {
    await withNetwork(inTurn(limited({ 'retry-after': '3' }), queued), async ({ service, clock }) => {
      await failureOf(service.job('convert', aJob, never()));
      const started = clock.monotonic();
      assert.equal((await clock.runUntil(service.job('convert', aJob, never()))).status, 'Queued');
      assert.ok(clock.monotonic() - started >= 3000);
    });
  });

  for (const [name, headers] of Object.entries({
    'no wait': { 'retry-after': '0' },
    'a wait that has passed': { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
    nothing: {},
    'two waits': { 'retry-after': ['0', '0'] },
  })) {
    it(`is retried after at least 1, 2, and 4 s if it asks for ${name}`, async () => {
      const clock = new FakeClock();
      const at: number[] = [];
      const reply: Reply = (request, response) => {
        at.push(clock.monotonic());
        return limited(headers)(request, response);
      };
      await withNetwork(
        reply,
        async ({ client }) => {
          const failed = await clock.runUntil(failureOf(client.conversions(never())), 50);
          assert.equal(failed['code'], 'rate_limited');
        },
        { clock },
      );
      const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
      assert.ok(waits.length === 3 && waits.every((wait, index) => wait >= 1000 * 2 ** index), String(waits));
    });
  }

  it('isn’t flooded if it asks for longer than a timer can wait', async () => {
    await withNetwork(limited({ 'retry-after': '99999999999' }), async ({ client, server }) => {
      assert.partialDeepStrictEqual(await failureOf(client.conversions(never())), {
        retryAfterMs: 86_400_000,
      });
      assert.equal(server.seen.length, 1);
    });
  });

  it('is still polled if its queue is full', async () => {
    const full = json(429, { error: 'queue.limit_exceeded', detail: '' }, { 'retry-after': '60' });
    await withNetwork(inTurn(full, queued), async ({ service }) => {
      assert.equal((await failureOf(service.submit(aSubmission(), never())))['code'], 'queue.limit_exceeded');
      assert.equal((await service.job('convert', aJob, never())).status, 'Queued');
    });
  });

  it('causes no doubt about a submission if a proxy’s page answers', async () => {
    const page = text(429, 'text/html', '<h1>Slow down</h1>', { 'retry-after': '30' });
    await withNetwork(page, async ({ service }) => {
      const failed = await failureOf(service.submit(aSubmission(), never()));
      assert.partialDeepStrictEqual(failed, {
        code: 'transport.unreadable',
        status: 429,
        retryAfterMs: 30_000,
      });
    });
  });
});
