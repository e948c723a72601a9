import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { closeIdleConnection } from '../../../../../src/service/server/http/idleConnection.ts';
import { listen } from '../../../../support/http/port.ts';

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
