import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { requestDialect } from '../../../src/contract/dialect.ts';
import { aSubmission, failureOf, never, testKey, withNetwork } from '../../support/http/networkFixture.ts';
import { afterBody, json, type Reply, text } from '../../support/http/scriptedServer.ts';
import { readerOf } from '../../support/readerOf.ts';

const accepted = json(202, { id: 'job-1' });

/** Accepts a submission with an answer whose connection ends after these words. */
const brokenOff =
  (words: string): Reply =>
  (request, response) => {
    request.resume();
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write(words, () => request.socket.destroySoon());
  };

/** The received form, parsed by the platform's own parser. */
async function received(
  submission: Parameters<typeof aSubmission>[0],
  dialect = requestDialect.write,
): Promise<{ form: FormData; request: IncomingMessage; bytes: number }> {
  const bodies: { body: Buffer; request: IncomingMessage }[] = [];
  const reply = afterBody((body, request) => bodies.push({ body, request }), accepted);
  await withNetwork(reply, async ({ service }) => service.submit(aSubmission(submission), never()), {
    writing: dialect,
  });
  const [first] = bodies;
  assert.ok(first);
  const type = first.request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(first.body), {
    headers: { 'content-type': type },
  }).formData();
  return { form, request: first.request, bytes: first.body.byteLength };
}

function fileOf(form: FormData): File {
  const file = form.get('file');
  assert.ok(file instanceof File);
  return file;
}

const textFile = (fileName: string, text: string, modifiedMs: number) => ({
  fileName,
  sizeBytes: text.length,
  modifiedMs,
  content: readerOf(text === '' ? [] : [Buffer.from(text)]),
});

describe('A submission', () => {
  it('is only sent with the key that pays for it, which the accepted job names', async () => {
    let stored = 'key-1';
    const apiKey = async (id?: string): Promise<string | undefined> =>
      id === undefined || id === stored ? testKey : undefined;
    const overrides = { apiKey, keyId: async () => stored };
    await withNetwork(
      accepted,
      async ({ service, server }) => {
        const submission = { keyId: 'key-1' };
        assert.equal((await service.submit(aSubmission(submission), never())).keyId, 'key-1');
        stored = 'key-2';
        const failure = await failureOf(service.submit(aSubmission(submission), never()));
        assert.equal(failure['code'], 'api_key.changed');
        assert.equal((await service.submit(aSubmission(), never())).keyId, 'key-2');
        assert.equal(server.seen.length, 2);
      },
      overrides,
    );
  });

  it('resolves to the job’s identifier', async () => {
    await withNetwork(accepted, async ({ service }) => {
      assert.deepEqual(await service.submit(aSubmission(), never()), {
        jobId: 'job-1',
        epoch: service.address(),
      });
    });
  });

  const deep = `${'{"a":['.repeat(2000)}1${']}'.repeat(2000)}`;
  for (const [name, body] of Object.entries({
    'comes before a field that is nested too deeply': `{"id": "job-1", "trace": ${deep}}`,
    'comes after a field that is nested too deeply': `{"trace": ${deep}, "id": "job-1"}`,
    'comes after an invalid number': '{"eta": NaN, "id": "job-1"}',
    'comes in an answer of more than a megabyte': `{"id": "job-1", "log": "${'x'.repeat(2 ** 21)}"}`,
    'comes in a truncated answer': '{"data": {"id": "job-1", "status": "Que',
    'is followed by text that isn’t JSON': '{"id": "job-1"}\n<!-- 5 ms -->',
  })) {
    it(`finds an identifier that ${name}`, async () => {
      await withNetwork(text(202, 'application/json', body), async ({ service }) => {
        assert.equal((await service.submit(aSubmission(), never())).jobId, 'job-1');
      });
    });
  }

  it('finds an identifier that arrives before the connection breaks off', async () => {
    await withNetwork(brokenOff('{"id": "job-1", "status": "Que'), async ({ service }) => {
      assert.equal((await service.submit(aSubmission(), never())).jobId, 'job-1');
    });
  });

  it('is interrupted if the connection breaks off before an identifier', async () => {
    await withNetwork(brokenOff('{"id": "job-'), async ({ service }) => {
      const { code } = await failureOf(service.submit(aSubmission(), never()));
      assert.equal(code, 'transport.interrupted');
    });
  });

  it('carries the key, and asks for version 1 in a header', async () => {
    const { request } = await received({});
    assert.equal(request.headers['x-service-api-key'], testKey);
    assert.equal(request.headers['x-service-endpoint-version'], '1');
  });

  it('carries the target format and the file’s bytes', async () => {
    const { form, request } = await received({});
    assert.equal(request.url, '/convert');
    assert.equal(form.get('targetFormat'), 'webp');
    assert.equal(fileOf(form).name, 'photo.png');
    assert.equal(await fileOf(form).text(), 'the bytes of a file');
  });

  it('states its length in bytes, not in characters', async () => {
    const { form, request, bytes } = await received({ fileName: 'Überraschung 写真 🏞.png' });
    assert.equal(fileOf(form).name, 'Überraschung 写真 🏞.png');
    assert.equal(Number(request.headers['content-length']), bytes);
  });

  it('escapes characters that would end a file name early', async () => {
    const { form } = await received({ fileName: 'a "b"\r\nContent-Type: text/html;.png' });
    assert.equal(fileOf(form).name, 'a "b"\r\nContent-Type: text/html;.png');
    assert.equal(fileOf(form).type, 'application/octet-stream');
  });

  it('sends an empty file as an empty part', async () => {
    const { form } = await received({ sizeBytes: 0, content: readerOf([]) });
    assert.equal(fileOf(form).size, 0);
  });

  it('sends options as one JSON field', async () => {
    const { form } = await received({ options: { quality: 80, ocr: true } });
    assert.equal(form.get('options'), '{"quality":80,"ocr":true}');
  });

  it('sends each option as a field if the dialect says so', async () => {
    const dialect = { ...requestDialect.write, optionsField: 'opt', optionsEncoding: 'fields' as const };
    const { form } = await received({ options: { quality: 80, mode: 'fast' } }, dialect);
    assert.equal(form.get('opt[quality]'), '80');
    assert.equal(form.get('opt[mode]'), 'fast');
  });

  it('sends no options field without options', async () => {
    const { form } = await received({ options: {} });
    assert.equal(form.get('options'), null);
  });

  it('goes to the compression tool without a target', async () => {
    const { form, request } = await received({ tool: 'compress', targetFormat: undefined });
    assert.equal(request.url, '/compress');
    assert.equal(form.get('targetFormat'), null);
  });

  it('names the type of a file to compress in the path', async () => {
    const { request } = await received({ tool: 'compress', targetFormat: 'pdf' });
    assert.equal(request.url, '/compress/pdf');
  });

  it('carries several files in parts of one name, in order, with paths and dates', async () => {
    const sent: number[] = [];
    const { form, request, bytes } = await received({
      tool: 'combine',
      targetFormat: 'pdf',
      files: [
        textFile('b.png', 'first', 1000.4),
        textFile('in/a.png', '', 2000),
        textFile('c.png', 'third', 3000),
      ],
      onSent: (count) => sent.push(count),
    });
    assert.equal(request.url, '/combine');
    assert.equal(Number(request.headers['content-length']), bytes);
    const parts = form.getAll('file').filter((part) => part instanceof File);
    assert.deepEqual(await Promise.all(parts.map(async (part) => [part.name, await part.text()])), [
      ['b.png', 'first'],
      ['in/a.png', ''],
      ['c.png', 'third'],
    ]);
    assert.equal(form.get('lastModified'), '[1000,2000,3000]');
    assert.equal(form.get('targetFormat'), 'pdf');
    assert.deepEqual(sent, [5, 10]);
  });

  it('sends no dates to tools for one file', async () => {
    const { form } = await received({});
    assert.equal(form.get('lastModified'), null);
  });

  it('finds its endpoint below the base URL’s path', async () => {
    await withNetwork(
      (request, response) => accepted(request, response),
      async ({ server }) => {
        const baseUrl = new URL('/files/api/', server.baseUrl.href);
        await withNetwork(accepted, async ({ service }) => service.submit(aSubmission(), never()), {
          baseUrl,
        });
        assert.equal(server.seen[0]?.url, '/files/api/convert');
      },
    );
  });

  it('reports the bytes sent, up to the whole file', async () => {
    const sent: number[] = [];
    const pieces = [Buffer.alloc(10_000), Buffer.alloc(20_000), Buffer.alloc(5000)];
    await received({
      sizeBytes: 35_000,
      content: readerOf(pieces),
      onSent: (bytes) => sent.push(bytes),
    });
    assert.deepEqual(sent, [10_000, 30_000, 35_000]);
  });

  it('opens a connection of its own', async () => {
    await withNetwork(accepted, async ({ service, client, server, clock }) => {
      await service.submit(aSubmission(), never());
      await service.submit(aSubmission(), never());
      await clock.runUntil(client.conversions(never()).catch(() => {}));
      const [first, second, third] = server.seen.map((request) => request.connection);
      assert.deepEqual([first, second, third], [1, 2, 3]);
      assert.equal(server.seen[0]?.headers.connection, 'close');
    });
  });
});
