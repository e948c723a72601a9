import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpConnections, closeIdleConnection } from '../../../../src/service/server/connections.ts';
import { loopbackHosts } from '../../../../src/service/server/server.ts';
import { becomes, eventually } from '../../../support/eventually.ts';
import { listen } from '../../../support/http/port.ts';
import { privateAuthority } from '../../../support/http/privateAuthority.ts';

describe('Connections', () => {
  const served: http.ServerResponse[] = [];
  let server: http.Server;
  let port: number;
  let sockets: Socket[] = [];

  beforeEach(async () => {
    const connections = new HttpConnections({ max: 3, maxPerCaller: 2 });
    server = http.createServer((_request, response) => {
      connections.serve(response);
      served.push(response);
    });
    connections.watch(server);
    port = await listen(server);
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    [sockets, served.length] = [[], 0];
    server.close();
  });

  async function open(localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => undefined);
    sockets.push(socket.resume());
    await once(socket, 'connect');
    return socket;
  }

  /** Opens a connection with an active request. */
  async function ask(localAddress?: string): Promise<Socket> {
    const count = served.length;
    const socket = await open(localAddress);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(
      () => served.length,
      (length) => length > count,
    );
    return socket;
  }

  it('are closed in the order of their idle time', async () => {
    const [first, second] = [await open(), await open()];
    await ask();
    assert.ok(await isClosed(first));
    await ask();
    assert.ok(await isClosed(second));
  });

  it('stay open while they serve, so that a caller gets no more of them, and others do', async () => {
    const [first, second] = [await ask(), await ask()];
    assert.ok(await isClosed(await open()));
    await ask('127.0.0.2');
    assert.ok(await isClosed(await open('127.0.0.3')));
    assert.ok(!first.destroyed && !second.destroyed);
  });

  it('from a proxy are limited only by the total', async () => {
    const connections = new HttpConnections({
      max: 3,
      maxPerCaller: 2,
      isProxy: (address) => address === '127.0.0.1',
    });
    const proxied = http.createServer((_request, response) => {
      connections.serve(response);
      served.push(response);
    });
    connections.watch(proxied);
    port = await listen(proxied);
    try {
      const all = [await ask(), await ask(), await ask()];
      assert.ok(await isClosed(await open()));
      assert.ok(all.every(({ destroyed }) => !destroyed));
    } finally {
      proxied.close();
    }
  });

  it('also stay open while they serve over TLS', async () => {
    const { certificate, server: files } = await privateAuthority();
    const connections = new HttpConnections({ max: 3, maxPerCaller: 2 });
    const secure = https.createServer(files, (_request, response) => {
      connections.serve(response);
      served.push(response);
    });
    connections.watch(secure);
    port = await listen(secure);
    const request = https.get({ host: '127.0.0.1', port, ca: certificate, agent: false });
    request.on('error', () => undefined);
    try {
      await becomes(() => served.length, 1);
      const first = await open();
      await open();
      assert.ok(await isClosed(first));
      assert.equal(served[0]?.socket?.destroyed, false);
    } finally {
      request.destroy();
      secure.close();
    }
  });

  it('may be closed after they have answered, and make room when they end', async () => {
    const first = await ask();
    const second = await ask();
    served[0]?.end('done');
    await becomes(() => served[0]?.closed, true);
    const third = await ask();
    assert.ok(await isClosed(first));
    second.destroy();
    await becomes(() => served[1]?.closed, true);
    await ask();
    assert.ok(!third.destroyed);
  });
});

async function isClosed(socket: Socket): Promise<boolean> {
  return eventually(
    () => socket.destroyed,
    (destroyed) => destroyed,
  );
}

const silenceMs = 1000;
const workMs = 2 * silenceMs;

describe('A silent connection', () => {
  let server: http.Server;
  let port: number;

  beforeEach(async () => {
    server = http.createServer((request, response) => {
      closeIdleConnection(request, response);
      request.resume().once('end', () => void delay(workMs).then(() => response.end('done')));
    });
    server.setTimeout(silenceMs);
    port = await listen(server);
  });

  afterEach(() => server.close());

  const send = (body: string) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n${body}`);
    return socket;
  };

  it('stays open while its caller waits for the service', async () => {
    assert.match(await text(send('file')), /done$/);
  });

  it('is closed in the middle of a request', async () => {
    const socket = send('fi').resume();
    const [hadError] = await once(socket, 'close');
    assert.equal(hadError, false);
  });
});

describe('loopbackHosts', () => {
  it('are the address that the server listens at, and localhost', () => {
    assert.deepEqual(loopbackHosts({ localAddress: '127.0.0.2', localPort: 80 }), [
      '127.0.0.2:80',
      'localhost:80',
    ]);
    assert.deepEqual(loopbackHosts({ localAddress: '::1', localPort: 80 }), ['[::1]:80', 'localhost:80']);
  });
});
