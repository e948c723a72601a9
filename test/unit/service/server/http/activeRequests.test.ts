import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { ActiveRequests } from '../../../../../src/service/server/http/activeRequests.ts';
import { listen } from '../../../../support/http/port.ts';
import { eventually } from '../../../../support/eventually.ts';

describe('ActiveRequests', () => {
  const responses: http.ServerResponse[] = [];
  let server: http.Server;
  let port: number;

  beforeEach(async () => {
    server = http.createServer((_request, response) => responses.push(response));
    port = await listen(server);
  });
  afterEach(() => {
    responses.length = 0;
    server.closeAllConnections();
    server.close();
  });

  const ask = async () => {
    const count = responses.length;
    const request = http.get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined);
    await eventually(
      () => responses.length,
      (length) => length > count,
    );
    const response = responses[count];
    assert.ok(response);
    return { request, response };
  };

  it('refuses more than a number per sender until one is answered or gone', async () => {
    const underWay = new ActiveRequests();
    const [first, second, third] = [await ask(), await ask(), await ask()];
    underWay.take('a', 2, first.response);
    underWay.take('a', 2, second.response);
    const refused = { code: 'rate_limited', status: 429, retryAfterMs: 1000 };
    assert.throws(() => underWay.take('a', 2, third.response), refused);
    underWay.take('b', 2, third.response);

    first.response.end();
    await once(first.response, 'close');
    underWay.take('a', 2, (await ask()).response);

    const gone = once(second.response, 'close');
    second.request.destroy();
    await gone;
    underWay.take('a', 2, (await ask()).response);
    const next = await ask();
    assert.throws(() => underWay.take('a', 2, next.response), refused);
  });

  it('ignores a request that is already gone', async () => {
    const underWay = new ActiveRequests();
    const { request, response } = await ask();
    request.destroy();
    await once(response, 'close');
    underWay.take('a', 1, response);
    underWay.take('a', 1, (await ask()).response);
  });
});
