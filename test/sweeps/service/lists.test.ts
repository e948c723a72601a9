import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { useService } from '../../support/service/services.ts';

const routes = ['/convert/conversions', '/compress'];

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
  }
});
