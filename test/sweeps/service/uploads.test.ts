import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { filesBelow } from '../../support/service/files.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const limit = tierLimits.free.maxFileBytes;
const chunk = Buffer.alloc(1024 * 1024, 'x');
const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n';
const headers = { 'x-service-api-key': testKey, 'content-type': 'multipart/form-data; boundary=b' };

/** Uploads without a declared length, as fast as the service reads, until it has answered and everything is sent. */
async function upload(
  baseUrl: string,
  bytes: number,
  beginning = head,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${baseUrl}/compress`, { method: 'POST', headers }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    outgoing.on('error', reject);
    outgoing.write(beginning);
    let left = bytes;
    const more = (): void => {
      while (left > 0) {
        left -= chunk.length;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
      }
      outgoing.end('\r\n--b--\r\n');
    };
    more();
  });
}

/** The head of an upload's request, with this header. */
const requestTo = (baseUrl: string, header: string): string =>
  [
    'POST /compress HTTP/1.1',
    `Host: ${new URL(baseUrl).host}`,
    `X-Service-Api-Key: ${testKey}`,
    `Content-Type: ${headers['content-type']}`,
    `${header}\r\n\r\n`,
  ].join('\r\n');

/** The beginning of the answer to an upload that isn't completed. */
async function answerTo(baseUrl: string, header: string, body: readonly Buffer[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname).on('error', reject);
    socket.on('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.write(requestTo(baseUrl, header));
    for (const piece of body) socket.write(piece);
  });
}

describe('An upload', () => {
  const start = useServices();
  const folder = useTemporaryFolder();

  it('gets a 413 above the limit that the client can read while still sending, and isn’t kept', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const { status, body } = await upload(api.baseUrl, limit + 20 * chunk.length);
    assert.equal(status, 413);
    assert.match(body, /"request.file_too_large"/);
    assert.deepEqual(filesBelow(folder.path), []);
  });

  it('gets a 413 above the limit whatever its parts are named', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const other = head.replace('name="file"', 'name="other"');
    const { status, body } = await upload(api.baseUrl, limit + 20 * chunk.length, other);
    assert.equal(status, 413);
    assert.match(body, /"request.file_too_large"/);
  });

  it('gets its 413 as soon as the limit is exceeded, before it ends', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const size = limit + 2;
    // The chunk never ends, so the request doesn't, either.
    const pieces = [Buffer.from(`${(head.length + size).toString(16)}\r\n${head}`)];
    for (let sent = 0; sent < size; sent += chunk.length) pieces.push(chunk.subarray(0, size - sent));
    const answer = await answerTo(api.baseUrl, 'Transfer-Encoding: chunked', pieces);
    assert.match(answer, /^HTTP\/1.1 413 [^]*"request.file_too_large"/);
  });

  it('is refused before any of it is sent if it declares too great a length', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const answer = await answerTo(api.baseUrl, 'Content-Length: 99999999999');
    assert.match(answer, /^HTTP\/1.1 413 [^]*"request.file_too_large"/);
  });

  it('is read to its end for a client that only then reads the answer', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const second = Buffer.concat([Buffer.from('a\r\n'), Buffer.from(head), Buffer.alloc(20 * chunk.length)]);
    const body = Buffer.concat([Buffer.from(head), second, Buffer.from('\r\n--b--\r\n')]);
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(api.baseUrl);
      const socket = connect(Number(port), hostname).on('error', reject);
      socket.write(requestTo(api.baseUrl, `Content-Length: ${body.length}`));
      socket.write(body, () => {
        socket.once('data', (data) => {
          resolve(data.toString());
          socket.destroy();
        });
      });
    });
    assert.match(answer, /^HTTP\/1.1 400 [^]*"request.malformed"/);
  });

  it('is accepted at exactly the limit', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    assert.equal((await upload(api.baseUrl, limit)).status, 202);
  });

  it('gets an answer that the client can read if its key is wrong', async () => {
    const { api } = await start([], folder.path);
    headers['x-service-api-key'] = 'wrong';
    try {
      assert.equal((await upload(api.baseUrl, 20 * chunk.length)).status, 401);
    } finally {
      headers['x-service-api-key'] = testKey;
    }
  });

  it('isn’t kept if it breaks off', async () => {
    const { api } = await start([], folder.path);
    const outgoing = request(`${api.baseUrl}/compress`, { method: 'POST', headers }).on(
      'error',
      () => undefined,
    );
    outgoing.write(head);
    outgoing.write(chunk);
    await eventually(
      () => filesBelow(folder.path),
      (files) => files.length === 1,
    );
    outgoing.destroy();
    await becomes(() => filesBelow(folder.path), []);
  });
});
