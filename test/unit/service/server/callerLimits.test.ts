import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import {
  RateLimit,
  ActiveRequests,
  callerNetwork,
  plainAddress,
} from '../../../../src/service/server/callerLimits.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { listen } from '../../../support/http/port.ts';

describe('RateLimit', () => {
  it('allows a number of requests per window, then reports its remaining seconds', async () => {
    const clock = new FakeClock();
    const limit = new RateLimit(2, 60_000, clock);
    limit.take('a');
    await clock.advance(20_500);
    limit.take('a');
    assert.throws(() => limit.take('a'), {
      code: 'rate_limited',
      status: 429,
      retryAfterMs: 40_000,
      detail: 'Too many requests. Retry after 40 seconds.',
    });
    await clock.advance(39_500);
    limit.take('a');
  });

  it('counts each address separately', () => {
    const limit = new RateLimit(1, 60_000, new FakeClock());
    limit.take('a');
    limit.take('b');
    assert.throws(() => limit.take('b'));
  });
});

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

describe('plainAddress', () => {
  it('removes ports, zones, and the prefix of IPv4 addresses', () => {
    for (const [text, address] of [
      ['192.0.2.1', '192.0.2.1'],
      ['192.0.2.1:443', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['fe80::1%eth0', 'fe80::1'],
      ['192.0.2.1:', undefined],
      ['unknown', undefined],
      ['', undefined],
    ] as const)
      assert.equal(plainAddress(text), address, text);
  });
});

describe('callerNetwork', () => {
  it('is the /64 network of an IPv6 address, however it is written, and a whole IPv4 address', () => {
    for (const [text, network] of [
      ['192.0.2.1:443', '192.0.2.1'],
      ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
      ['2001:0DB8:0:1::5', '2001:db8:0:1'],
      ['2001:db8::5', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['1::2:3:4:5:192.0.2.1', '1:0:2:3'],
      ['anything else', 'unknown'],
      [undefined, 'unknown'],
    ] as const)
      assert.equal(callerNetwork(text), network, text);
  });
});
