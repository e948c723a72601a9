import assert from 'node:assert/strict';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limitBody, safeName, safePath } from '../../../../src/service/server/upload.ts';
import { listen } from '../../../support/http/port.ts';

const pace = { bytes: 1000, everyMs: 200 };
const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';

describe('watchBody', () => {
  let server: http.Server;
  let port: number;
  const sockets: Socket[] = [];
  let tooLong = 0;
  /** The consumer of the body. */
  let sink: () => Writable;

  beforeEach(async () => {
    tooLong = 0;
    sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    server = http.createServer((request, response) => {
      const watched = limitBody(request, { maxBytes: 3_000_000, pace, onTooLong: () => (tooLong += 1) });
      void pipeline(request, sink())
        .then(() => response.end('taken'))
        .catch(() => undefined)
        .finally(() => watched.dispose());
    });
    port = await listen(server);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  const open = () => {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.push(socket.on('error', () => undefined));
    return socket;
  };
  const answerTo = async (body: Buffer): Promise<string> => {
    const socket = open();
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    return Buffer.concat(await socket.toArray()).toString();
  };

  it('closes a connection whose body arrives too slowly', async () => {
    const socket = open().resume();
    socket.write(`${head}Content-Length: 100000\r\n\r\n`);
    const drip = setInterval(() => socket.write('x'), 20);
    // The system may also reset the connection.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
  });

  it('leaves a body alone that arrives or is short', async () => {
    for (const bytes of [1, 2_000_000]) assert.match(await answerTo(Buffer.alloc(bytes)), /taken$/);
    assert.equal(tooLong, 0);
  });

  it('leaves a connection alone that waits for us', async () => {
    let wakes: (() => void) | undefined;
    const asleep = Promise.withResolvers<void>();
    sink = () =>
      new Writable({
        highWaterMark: 1,
        write: (_chunk, _encoding, done) => {
          if (wakes !== undefined) return done();
          wakes = done;
          asleep.resolve();
        },
      });
    const answer = answerTo(Buffer.alloc(2_000_000));
    await asleep.promise;
    // The pause is longer than several of the intervals at which the pace is checked.
    setTimeout(() => wakes?.(), 5 * pace.everyMs);
    assert.match(await answer, /taken$/);
  });

  it('reports a body that is too long', async () => {
    await answerTo(Buffer.alloc(3_000_001));
    assert.ok(tooLong > 0);
  });
});

describe('safeName', () => {
  it('is the base name on every system', () => {
    assert.equal(safeName('a/b\\c.png'), 'c.png');
    assert.equal(safeName('tab\there'), 'tabhere');
    assert.equal(safeName(''), 'file');
    assert.throws(() => safeName('x'.repeat(256)), { code: 'request.malformed' });
  });
});

describe('safePath', () => {
  const cases: Readonly<Record<string, string>> = {
    'a/b/c.txt': 'a/b/c.txt',
    'a\\b.txt': 'a/b.txt',
    '../../etc/passwd': 'etc/passwd',
    '/etc/passwd': 'etc/passwd',
    'C:\\Windows\\a': 'Windows/a',
    'a/./b//../c': 'a/b/c',
    '.\u0000./x': 'x',
    'a/\u0001\u0002/b': 'a/b',
    'notes.../.hidden': 'notes.../.hidden',
    '..': 'file',
    '': 'file',
  };
  for (const [name, expected] of Object.entries(cases)) {
    it(`turns ${JSON.stringify(name)} into ${JSON.stringify(expected)}`, () => {
      assert.equal(safePath(name), expected);
    });
  }

  it('refuses names that aren’t text', () => {
    for (const safe of [safeName, safePath])
      assert.throws(() => safe('a\ud800.png'), { code: 'request.malformed', status: 400 });
  });

  it('refuses names that no system allows', () => {
    assert.throws(() => safePath('x'.repeat(256)), { code: 'request.malformed' });
    assert.throws(() => safePath('x/'.repeat(3000)), { code: 'request.malformed' });
  });
});
