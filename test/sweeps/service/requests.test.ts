import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { FormData } from 'undici';
import { parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { asObject } from '../../../src/contract/read.ts';
import { type ApiAnswer, type CallOptions, form } from '../../support/service/apiCaller.ts';
import { sample } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';

const cat = sample('cat.png');

function isError(answer: ApiAnswer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.json?.error], [status, code]);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.ok(typeof answer.json?.detail === 'string' && answer.json.detail.length > 0);
}

describe('The API over HTTP', () => {
  const service = useService(['--plan', 'free']);
  const call = async (path: string, options?: CallOptions): Promise<ApiAnswer> =>
    service.api.call(path, options);

  describe('for catalogs', () => {
    it('has a schema for each kind of job, and an estimate for each pair, under any of its names', async () => {
      const schema = parseOptionsSchema((await call('/convert/schema?from=PNG&to=jpeg')).json);
      assert.deepEqual(Object.keys(schema['properties'] ?? {}), [
        'width',
        'height',
        'fit',
        'padding',
        'background',
        'metadata',
        'profile',
        'quality',
      ]);
      const archive = (await call('/convert/schema?from=7z&to=zip')).json;
      assert.partialDeepStrictEqual(archive, {
        properties: { password: { writeOnly: true }, newPassword: { writeOnly: true } },
      });
      assert.equal(parseEstimate((await call('/convert/estimate/png/jpeg')).json), 1);
      const { quality, width } = asObject(schema['properties']) ?? {};
      assert.partialDeepStrictEqual(quality, { title: 'Quality', default: 90, minimum: 1, maximum: 100 });
      assert.partialDeepStrictEqual(width, { title: 'Width', 'x-unit': 'pixels', 'x-unset': 'Unchanged' });
      isError(await call('/convert/schema?from=png'), 400, 'request.malformed');
      isError(await call('/convert/schema?from=png&to=exe'), 422, 'conversions.unsupported_pair');
      isError(await call('/convert/estimate/exe/jpg'), 422, 'conversions.unsupported_pair');
      const ofPdf = asObject((await call('/compress/schema?format=pdf')).json?.['properties']) ?? {};
      const expected = ['density', 'leastSaving', 'lossless', 'maxKilobytes', 'quality'];
      assert.deepEqual(Object.keys(ofPdf).toSorted(), expected);
      isError(await call('/compress/schema?format=txt'), 422, 'compressions.unsupported_format');
      isError(await call('/compress/schema'), 400, 'request.malformed');
      const ofZip = (await call('/combine/schema?to=zip')).json?.['properties'];
      assert.deepEqual(Object.keys(asObject(ofZip) ?? {}), ['level']);
      isError(await call('/combine/schema?to=mp3'), 400, 'request.invalid_target_format');
    });

    it('doesn’t know formats named like an object’s inherited properties', async () => {
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const unsupported = [422, 'conversions.unsupported_pair'] as const;
        const estimate = await call(`/convert/estimate/${name}/constructor`);
        isError(estimate, ...unsupported);
        assert.equal(estimate.json?.detail, `${name.toLowerCase()} can’t be converted to constructor.`);
        isError(await call(`/convert/schema?from=${name}&to=${name}`), ...unsupported);
        const { json } = await service.api.submit('/convert', cat, { targetFormat: name });
        assert.equal(json?.detail, `${name} isn’t a format that files can be converted to.`);
        const compressed = await service.api.submit(`/compress/${name}`, cat);
        isError(compressed, 422, 'compressions.unsupported_format');
      }
    });
  });

  describe('without a key', () => {
    const paths = [
      '/convert/conversions',
      '/convert/schema?from=png&to=jpg',
      '/convert/estimate/png/jpg',
      '/convert/entitlements/me',
      '/compress',
      '/compress/entitlements/me',
      '/convert/job/x',
      '/compress/job/x/download',
      '/nowhere',
    ];
    for (const path of paths) {
      it(`refuses requests to ${path}`, async () => {
        for (const key of ['', 'wrong', 'key-of-the-test', 'key-of-the-tests1']) {
          const answer = await call(path, { headers: { 'x-service-api-key': key } });
          isError(answer, 401, 'api_key.invalid_or_ip_not_allowed');
        }
      });
    }
  });

  describe('for submissions', () => {
    it('requires multipart', async () => {
      for (const type of [
        'application/json',
        'text/plain',
        'multipart/form-data',
        'multipart/mixed; boundary=x',
        '',
      ]) {
        const headers = type === '' ? {} : { 'content-type': type };
        const answer = await call('/convert', { method: 'POST', headers, body: '{"a":1}' });
        isError(answer, 400, 'request.invalid_content_type');
      }
      isError(await call('/compress', { method: 'POST' }), 400, 'request.invalid_content_type');
    });

    it('requires a file', async () => {
      const empty = new FormData();
      empty.append('targetFormat', 'webp');
      isError(await call('/convert', { method: 'POST', body: empty }), 400, 'request.no_files');
      const text = new FormData();
      text.append('file', 'not a file');
      isError(await call('/compress', { method: 'POST', body: text }), 400, 'request.no_files');
    });

    it('requires a complete body', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf a fi';
      isError(await call('/convert', { method: 'POST', headers, body }), 400, 'request.malformed');
    });

    it('accepts one file, not two', async () => {
      const body = new FormData();
      body.append('file', new Blob(['a']), 'a.svg');
      body.append('file', new Blob(['b']), 'b.svg');
      isError(await call('/compress', { method: 'POST', body }), 400, 'request.malformed');
    });

    it('requires a target and an offered pair', async () => {
      isError(await service.api.submit('/convert', cat), 400, 'request.invalid_target_format');
      const exe = await service.api.submit('/convert', cat, { targetFormat: 'exe' });
      isError(exe, 400, 'request.invalid_target_format');
      const csv = await service.api.submit('/convert', sample('coffee.jpg'), { targetFormat: 'csv' });
      isError(csv, 422, 'conversions.unsupported_pair');
      const notes = sample('notes.txt');
      isError(await service.api.submit('/compress', notes), 422, 'compressions.unsupported_format');
      isError(await service.api.submit('/compress/zip', cat), 422, 'compressions.unsupported_format');
    });

    it('accepts a form up to its limits, and refuses a larger one instead of truncating it', async () => {
      const taken = [padded(64 * 1024), { targetFormat: 'png', ...many(99) }, named(255)];
      for (const fields of taken) {
        assert.equal((await service.api.submit('/convert', svg('a.svg'), fields)).status, 202);
      }
      assert.equal((await service.api.submit('/compress', svg(`${'a'.repeat(251)}.svg`))).status, 202);
      const cut = [
        [padded(64 * 1024 + 1), 'The field options has more than 64 KB.'],
        [{ targetFormat: 'png', ...many(100) }, 'A form can have at most 100 fields and 10 files.'],
        [named(256), 'A field’s name has more than 255 characters.'],
        [named(200_000), 'A field’s name has more than 255 characters.'],
      ] as const;
      for (const [fields, detail] of cut) {
        const answer = await service.api.submit('/convert', svg('a.svg'), fields);
        isError(answer, 400, 'request.malformed');
        assert.equal(answer.json?.detail, detail);
      }
      const long = await service.api.submit('/compress', svg(`${'a'.repeat(252)}.svg`));
      isError(long, 400, 'request.malformed');
      const files = await form(svg('a.svg'), {});
      for (let at = 0; at < 10; at += 1) files.append('other', new Blob(['a']), 'a.svg');
      isError(await call('/compress', { method: 'POST', body: files }), 400, 'request.malformed');
    });

    it('requires options that follow the schema, in either encoding', async () => {
      const wrongs = [
        { options: '{"quality":900}' },
        { 'options[quality]': '900' },
        { options: 'x' },
        { options: '{"unheard":1}' },
        { options: '{"__proto__":{"quality":5}}' },
        { 'options[__proto__]': '5' },
        { 'options[constructor]': '5' },
        { 'options[a][b]': '5' },
        { options: `{"quality":${'['.repeat(30_000)}${']'.repeat(30_000)}}` },
      ];
      for (const wrong of wrongs) {
        const answer = await service.api.submit('/convert', cat, { targetFormat: 'webp', ...wrong });
        isError(answer, 400, 'request.invalid_option');
      }
    });

    it('accepts the target after the file, and file names in any script', async () => {
      const body = new FormData();
      body.append(
        'file',
        new Blob([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')]),
        'Ωμέγα 1.svg',
      );
      body.append('targetFormat', 'png');
      const { json } = await call('/convert', { method: 'POST', body });
      const job = await service.api.ended('convert', json?.id);
      assert.deepEqual(job['output'], { fileName: 'Ωμέγα 1.png' });
      const { headers } = await service.api.download('convert', json?.id);
      assert.match(String(headers['content-disposition']), /filename\*=UTF-8''%CE%A9%CE%BC/);
    });

    it('removes folders from file names', async () => {
      const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
      for (const name of ['../../etc/a.svg', '..\\..\\a.svg', '/a.svg', 'C:\\a.svg']) {
        const { job } = await service.api.convert({ name, bytes }, 'png');
        assert.deepEqual(job['output'], { fileName: 'a.png' });
      }
    });
  });

  describe('for other requests', () => {
    it('answers with a JSON error', async () => {
      isError(await call('/'), 404, 'request.not_found');
      isError(await call('/convert/jpg', { method: 'POST' }), 404, 'request.not_found');
      isError(await call('/convert/%ZZ'), 400, 'request.malformed');
      isError(await call('/convert/job/00000000-0000-0000-0000-000000000000'), 404, 'jobs.not_found');
      isError(await call(`/convert/job/${'x'.repeat(5000)}`), 404, 'jobs.not_found');
      for (const method of ['PUT', 'DELETE', 'OPTIONS'] as const) {
        const answer = await call('/compress', { method });
        isError(answer, 405, 'request.method_not_allowed');
        assert.equal(answer.headers['allow'], 'POST, GET, HEAD');
      }
      assert.equal((await call('/compress')).headers['access-control-allow-origin'], undefined);
    });

    for (const [method, path, allowed] of [
      ['POST', '/convert/conversions', 'GET, HEAD'],
      ['POST', '/compress/job/1', 'GET, HEAD'],
      ['PUT', '/convert/job/1/download/', 'GET, HEAD'],
      ['GET', '/convert/v1', 'POST'],
      ['DELETE', '/compress/jpg?version=1', 'POST'],
    ] as const) {
      it(`names the methods that are supported instead of ${method} for ${path}`, async () => {
        const answer = await call(path, { method });
        isError(answer, 405, 'request.method_not_allowed');
        assert.equal(answer.headers['allow'], allowed);
      });
    }

    for (const host of ['example.com', '127.0.0.1:1', 'localhost.example.com', '']) {
      it(`refuses the host "${host}" before looking at the key`, async () => {
        const answer = await raw(
          service.api.baseUrl,
          `GET /compress HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        assert.match(answer, /^HTTP\/1.1 403 [^]*"request.host_not_allowed"/);
      });
    }

    it('answers with a JSON error even if the request isn’t HTTP', async () => {
      assert.match(await raw(service.api.baseUrl, 'HELO\r\n\r\n'), /^HTTP\/1.1 400 [^]*"request.malformed"/);
      const huge = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`;
      assert.match(await raw(service.api.baseUrl, huge), /^HTTP\/1.1 4\d\d [^]*"error"/);
      const noHost = 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n';
      assert.match(await raw(service.api.baseUrl, noHost), /^HTTP\/1.1 403 [^]*"error"/);
    });
  });
});

function svg(name: string): { name: string; bytes: Buffer } {
  return { name, bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>') };
}

/**
 * Fields of a submission: with options of this length, with this many additional fields, or with a name of this length.
 */
const padded = (length: number) => ({ targetFormat: 'png', options: '{"width":4}'.padEnd(length) });
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 'x']));
const named = (length: number) => ({ targetFormat: 'png', ['x'.repeat(length)]: 'x' });

/** Sends bytes unchanged, and resolves to the whole response. */
async function raw(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(Number(port), hostname)
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('close', () => resolve(answer))
      .on('error', reject)
      .end(bytes);
  });
}
