import assert from 'node:assert/strict';
import { failureOf, never, withNetwork } from '../../../support/http/networkFixture.ts';
import { json, text, withServer } from '../../../support/http/scriptedServer.ts';

const list = json(200, ['png-webp']);
const redirect = (location: string): ReturnType<typeof text> => text(302, 'text/plain', '', { location });

describe('A redirect', () => {
  it('is followed within the origin, with the key', async () => {
    await withNetwork(
      (request, response) =>
        (request.url === '/convert/conversions' ? redirect('/v1/list?page=1') : list)(request, response),
      async ({ client, server }) => {
        assert.deepEqual(await client.conversions(never()), [{ from: 'png', to: 'webp' }]);
        assert.equal(server.seen[1]?.url, '/v1/list?page=1');
        assert.ok(server.seen[1].headers['x-service-api-key']);
      },
    );
  });

  it('to another origin is not followed, so that the key stays', async () => {
    await withServer(list, async (other) => {
      await withNetwork(redirect(`${other.baseUrl.origin}/convert/conversions`), async ({ client }) => {
        const error = await failureOf(client.conversions(never()));
        assert.equal(error['code'], 'transport.redirected');
        assert.ok(String(error['message']).includes(other.baseUrl.origin));
        assert.equal(other.seen.length, 0);
      });
    });
  });

  it('from a download to another origin is not followed either', async () => {
    await withServer(text(200, 'image/webp', 'x'), async (other) => {
      await withNetwork(redirect(`${other.baseUrl.href}file?signature=abc`), async ({ service }) => {
        const remote = { jobId: '7', incarnation: undefined };
        const error = await failureOf(service.download('convert', remote, never()));
        assert.equal(error['code'], 'transport.redirected');
        assert.ok(!String(error['message']).includes('signature'));
        assert.equal(other.seen.length, 0);
      });
    });
  });

  it('in a circle ends', async () => {
    await withNetwork(redirect('/convert/conversions'), async ({ client, server }) => {
      assert.equal((await failureOf(client.conversions(never())))['code'], 'transport.redirected');
      assert.equal(server.seen.length, 6);
    });
  });

  it('without an address is an answer that is not the API’s', async () => {
    await withNetwork(text(302, 'text/html', ''), async ({ client, clock }) => {
      const error = await clock.runUntil(failureOf(client.conversions(never())));
      assert.equal(error['code'], 'transport.unreadable');
    });
  });
});
