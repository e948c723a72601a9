import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { countEntries } from '../../../tools/referenceDecoders/archiveHashes.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { filesBelow } from '../../support/service/files.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const headers = { 'x-service-api-key': testKey, 'content-type': 'multipart/form-data; boundary=b' };
const mebibyte = 1024 * 1024;
const field = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const text = (name: string, content = name) => ({ name, bytes: Buffer.from(content) });

/** Uploads a form while it is generated, without a declared length. */
async function upload(
  baseUrl: string,
  chunks: Iterable<string | Buffer>,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${baseUrl}/combine`, { method: 'POST', headers }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    outgoing.on('error', reject);
    const iterator = chunks[Symbol.iterator]();
    const more = (): void => {
      for (let next = iterator.next(); !next.done; next = iterator.next())
        if (!outgoing.write(next.value)) return void outgoing.once('drain', more);
      outgoing.end();
    };
    more();
  });
}

/** A form with this many small files. */
function* manyFiles(count: number): Generator<string> {
  yield field('targetFormat', 'zip');
  for (let index = 0; index < count; index += 1) yield `${fileHead(`${index}.txt`)}${index}\r\n`;
  yield '--b--\r\n';
}

/** A form with three files of this many megabytes. */
function* largeFiles(megabytes: number): Generator<string | Buffer> {
  yield field('targetFormat', 'zip') + field('options', '{"level":0}');
  for (const name of ['a.bin', 'b.bin', 'c.bin']) {
    yield fileHead(name);
    for (let sent = 0; sent < megabytes; sent += 1) yield Buffer.alloc(mebibyte, name);
    yield '\r\n';
  }
  yield '--b--\r\n';
}

describe('A submission of several files', () => {
  const start = useServices();
  const folder = useTemporaryFolder();

  it('is refused without a target, for an unknown target, and with unaccepted files', async () => {
    const { api } = await start([], folder.path);
    const refusals = [
      [{}, [text('a.txt')], 400, 'request.invalid_target_format'],
      [{ targetFormat: 'mp3' }, [text('a.txt')], 400, 'request.invalid_target_format'],
      [
        { targetFormat: 'pdf' },
        [text('a.pdf', '%PDF-1.7'), text('b.txt')],
        422,
        'conversions.unsupported_pair',
      ],
      [{ targetFormat: 'zip' }, [], 400, 'request.no_files'],
      [{ targetFormat: 'zip', options: '{"level":10}' }, [text('a.txt')], 400, 'request.invalid_option'],
      [{ targetFormat: 'zip', lastModified: '[1]' }, [text('a'), text('b')], 400, 'request.malformed'],
      [{ targetFormat: 'zip', lastModified: 'now' }, [text('a')], 400, 'request.malformed'],
    ] as const;
    for (const [fields, files, status, code] of refusals) {
      const answer = await api.submitTogether(files, fields);
      assert.deepEqual([answer.status, answer.json?.error], [status, code], JSON.stringify(fields));
    }
    const { json } = await api.submitTogether([text('a.png'), text('in/notes.txt')], { targetFormat: 'pdf' });
    assert.match(json?.detail ?? '', /^(?:a\.png|in\/notes\.txt) can’t be combined into a pdf file\.$/);
    assert.deepEqual(filesBelow(folder.path), []);
  });

  it('may have a thousand files, and not one more', async () => {
    const { api } = await start([], folder.path);
    const most = await upload(api.baseUrl, manyFiles(1000));
    assert.equal(most.status, 202, most.body);
    const { id } = JSON.parse(most.body);
    assert.equal((await api.ended('combine', id)).status, 'Succeeded');
    const { bytes } = await api.download('combine', id);
    assert.equal(await countEntries(bytes), 1000);
    const kept = filesBelow(folder.path).length;
    const { status, body } = await upload(api.baseUrl, manyFiles(1001));
    assert.equal(status, 400);
    assert.match(body, /at most 1000 files/);
    assert.equal(filesBelow(folder.path).length, kept);
  });

  it('is refused as soon as its files together exceed the size limit', async () => {
    const { api } = await start(['--plan', 'free'], folder.path);
    const limit = tierLimits.free.maxFileBytes;
    const form = function* (lastBytes: number): Generator<string | Buffer> {
      yield field('targetFormat', 'zip');
      for (let index = 0; index < 5; index += 1) {
        yield fileHead(`${index}.bin`);
        const bytes = index < 4 ? limit / 5 : lastBytes;
        for (let sent = 0; sent < bytes; sent += mebibyte)
          yield Buffer.alloc(Math.min(mebibyte, bytes - sent), index);
        yield '\r\n';
      }
      yield '--b--\r\n';
    };
    assert.equal((await upload(api.baseUrl, form(limit / 5))).status, 202);
    const { status, body } = await upload(api.baseUrl, form(limit / 5 + 1));
    assert.equal(status, 413);
    assert.match(body, /The files together exceed the limit of 50 MB/);
  });

  it('leaves nothing behind if it breaks off, or its length is wrong', async () => {
    const { api } = await start([], folder.path);
    const start1 = field('targetFormat', 'zip') + fileHead('a.txt') + 'all of it\r\n' + fileHead('b.txt');
    const { hostname, port, host } = new URL(api.baseUrl);
    for (const length of [start1.length + 1000, 10]) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const lines = ['POST /combine HTTP/1.1', `Host: ${host}`, `X-Service-Api-Key: ${testKey}`];
      socket.write(
        [...lines, `Content-Type: ${headers['content-type']}`, `Content-Length: ${length}\r\n\r\n`].join(
          '\r\n',
        ),
      );
      socket.write(`${start1}half`);
      if (length > start1.length)
        await eventually(
          async () => filesBelow(folder.path).length,
          (count) => count > 0,
        );
      else await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
      await becomes(async () => filesBelow(folder.path), []);
    }
  });

  it('needs no more memory for large files than for small ones', async () => {
    const { api, pid } = await start(['--plan', 'pro'], folder.path);
    const peakAfter = async (megabytes: number): Promise<number> => {
      const { body } = await upload(api.baseUrl, largeFiles(megabytes));
      const { id } = JSON.parse(body);
      assert.equal((await api.ended('combine', id)).status, 'Succeeded');
      const status = readFileSync(path.join('/proc', String(pid), 'status'), 'utf8');
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    };
    const small = await peakAfter(1);
    const large = await peakAfter(200);
    assert.ok(large < small + 150, `${small} MB, then ${large} MB`);
  });
});
