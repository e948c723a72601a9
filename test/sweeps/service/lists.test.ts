import assert from 'node:assert/strict';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { fetch } from 'undici';
import { listen } from '../../support/http/port.ts';
import { connectTo } from '../../support/service/clientFixture.ts';
import { useService } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';

const routes = ['/convert/conversions', '/compress'];
const never = new AbortController().signal;

describe('The catalogs', () => {
  const service = useService();

  const get = (route: string, headers: Record<string, string> = {}) => service.api.call(route, { headers });

  for (const route of routes) {
    it(`are compressed if the caller accepts that: ${route}`, async () => {
      const plain = await get(route);
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'GZIP']) {
        const packed = await get(route, { 'accept-encoding': accepted });
        assert.equal(packed.headers['content-encoding'], 'gzip', accepted);
        assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
        assert.ok(packed.bytes.length < plain.bytes.length / 2);
      }
      for (const accepted of ['identity', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0, *']) {
        const { headers, bytes } = await get(route, { 'accept-encoding': accepted });
        assert.deepEqual([headers['content-encoding'], bytes], [undefined, plain.bytes], accepted);
      }
      assert.equal(plain.headers['vary'], 'Accept-Encoding');
    });

    it(`are answered with 304 if the caller has them: ${route}`, async () => {
      const etag = String((await get(route)).headers['etag']);
      for (const known of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
        const answer = await get(route, { 'if-none-match': known });
        assert.deepEqual([answer.status, answer.bytes.length, answer.headers['etag']], [304, 0, etag], known);
      }
      assert.equal((await get(route, { 'if-none-match': '"other"' })).status, 200);
      const head = await service.api.call(route, { method: 'HEAD' });
      assert.deepEqual([head.status, head.bytes.length, head.headers['etag']], [200, 0, etag]);
    });

    it(`are decoded by undici's fetch, which asks for compression on its own: ${route}`, async () => {
      const response = await fetch(service.api.baseUrl + route, {
        headers: { 'X-Service-Api-Key': testKey },
      });
      assert.equal(response.headers.get('content-encoding'), 'gzip');
      assert.deepEqual(await response.json(), (await get(route)).json);
    });
  }

  it('reach our client, even through a proxy that asks for compression', async () => {
    const asking = http.createServer((request, response) => {
      const headers = {
        ...request.headers,
        'accept-encoding': 'gzip',
        host: new URL(service.api.baseUrl).host,
      };
      http.get(new URL(request.url ?? '', service.api.baseUrl), { headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
    });
    const proxy = `http://127.0.0.1:${await listen(asking)}`;
    try {
      for (const baseUrl of [service.api.baseUrl, proxy]) {
        const connection = connectTo(baseUrl, testKey);
        const conversions = await connection.client.conversions(never);
        assert.ok(conversions.some(({ from, to }) => from === 'jpg' && to === 'webp'));
        assert.ok((await connection.client.compressions(never)).includes('png'));
        connection.dispose();
      }
    } finally {
      asking.closeAllConnections();
      asking.close();
    }
  });
});
