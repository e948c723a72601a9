import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { type ConversionPair, parseConversions } from '../../../src/contract/conversions.ts';
import { jobFailureCodes } from '../../../src/contract/dialect.ts';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { asObject } from '../../../src/contract/read.ts';
import { mutated } from '../../support/mutations.ts';
import { root } from '../../support/paths.ts';
import { pickFrom, seededRandom } from '../../support/seededRandom.ts';
import type { ApiCaller } from '../../support/service/apiCaller.ts';
import { filesBelow } from '../../support/service/files.ts';
import { image, sample } from '../../support/service/fixtures.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

// Another seed makes another run; a failure names the number of its case.
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const fileCases = 120;
const requestCases = 250;
/** The time after which a silent connection is given up, as any client would do. */
const patienceMs = 500;

/** Small real files in all formats with samples, except those from fuzzing. */
const samples = globSync('test/fixtures/!(fuzz)/**/*.*', { cwd: root })
  .map((file) => path.join(root, file))
  .filter((file) => formatOfFileName(file) !== undefined)
  .filter((file) => statSync(file).isFile() && statSync(file).size < 100_000)
  .toSorted();

const formats = [...new Set(samples.map((file) => formatOfFileName(file) ?? ''))];

describe('The local service under fuzzing', () => {
  const folder = useTemporaryFolder();

  /**
   * Runs an attack. Afterwards, the service must be the same healthy process, and have written only to its own folder,
   * which it removes when it ends.
   */
  const survives = async (attack: (service: StandaloneService) => Promise<void>): Promise<void> => {
    const temporaryRoot = path.join(folder.path, 'a/b/c');
    await mkdir(temporaryRoot, { recursive: true });
    const service = await StandaloneService.start(['--plan', 'pro', '--credits', '100000'], {
      TMPDIR: temporaryRoot,
    });
    try {
      await attack(service);
      const { job } = await service.api.convert(sample('cat.png'), 'jpg');
      assert.equal(job.status, 'Succeeded');
    } finally {
      assert.equal(await service.stop(), 0);
    }
    assert.deepEqual(filesBelow(folder.path), []);
    const elsewhere = [await readdir(folder.path), await readdir(path.join(folder.path, 'a'))];
    assert.deepEqual(elsewhere, [['a'], ['b']], 'Something was written outside of the service’s own folder.');
  };

  it('ends every job on a mutated file, with a named error', async () => {
    const known = new Set<unknown>(jobFailureCodes);
    const one = async (api: ApiCaller, pairs: readonly ConversionPair[], number: number): Promise<void> => {
      const random = seededRandom(seed, 'files', number);
      const [from, format] = [samples, formats].map((list) => list[Math.floor(random() * list.length)] ?? '');
      const named = random() < 0.8 ? formatOfFileName(from ?? '') : format;
      const targets = pairs.filter((pair) => pair.from === named).map(({ to }) => to);
      const target = random() < 0.8 ? targets[Math.floor(random() * targets.length)] : undefined;
      const name = `${number}.${named}`;
      const hostile = [name, name, `../../${name}`, path.join(folder.path, name)] as const;
      const file = { name: pickFrom(hostile, random), bytes: mutated(await readFile(from ?? ''), random) };
      const tool = target === undefined ? 'compress' : 'convert';
      const fields = target === undefined ? {} : { targetFormat: target };
      const answer = await api.submit(`/${tool}`, file, fields);
      if (answer.status !== 202) return assert.match(String(answer.status), /^4/, `case ${number}`);
      const { status, error } = await api.ended(tool, answer.json?.id);
      const code = asObject(error)?.['error'];
      const fault = `case ${number}: ${from} to ${target}: ${status} ${JSON.stringify(error)}`;
      assert.ok(status === 'Succeeded' || known.has(code), fault);
    };
    await survives(async ({ api }) => {
      const pairs = parseConversions((await api.call('/convert/conversions')).json);
      await inParallel(4, fileCases, async (number) => one(api, pairs, number));
    });
  });

  it('answers mutated HTTP with its own errors or not at all, and continues', async () => {
    await survives(async ({ api }) => {
      const originals = await requests(api.baseUrl);
      const { hostname, port } = new URL(api.baseUrl);
      const statuses = await Promise.all(
        originals.map(async (bytes) => (await exchange(Number(port), hostname, bytes, 5000)).slice(9, 12)),
      );
      assert.deepEqual(statuses, ['202', '202', '200', '200', '404']);
      let answered = 0;
      await inParallel(8, requestCases, async (number) => {
        const random = seededRandom(seed, 'requests', number);
        const answer = await exchange(Number(port), hostname, mutated(pickFrom(originals, random), random));
        if (answer === '') return;
        answered += 1;
        assert.match(answer, /^HTTP\/1\.1 (?:[24]\d\d|503) /, `case ${number}: ${answer.slice(0, 300)}`);
      });
      // Without enough answers, this test proves nothing.
      assert.ok(answered > requestCases / 4, `only ${answered} answers`);
    });
  });
});

/** Runs numbered cases, a few at a time. */
async function inParallel(
  places: number,
  count: number,
  run: (number: number) => Promise<void>,
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const work = async (): Promise<void> => {
    for (const number of numbers) await run(number);
  };
  await Promise.all(Array.from({ length: places }, work));
}

/** Valid requests of several kinds, byte for byte. */
async function requests(baseUrl: string): Promise<readonly [Buffer, ...Buffer[]]> {
  const { host } = new URL(baseUrl);
  const head = (line: string, ...headers: string[]): string =>
    [line, `Host: ${host}`, `X-Service-Api-Key: ${testKey}`, ...headers, '', ''].join('\r\n');
  const form = new FormData();
  form.append('targetFormat', 'jpg');
  form.append('file', new Blob([await readFile(image('gray.png'))]), 'gray.png');
  const submission = new Response(form);
  const body = Buffer.from(await submission.arrayBuffer());
  const type = `Content-Type: ${submission.headers.get('content-type')}`;
  const chunked = Buffer.concat([
    Buffer.from(head('POST /convert HTTP/1.1', type, 'Transfer-Encoding: chunked')),
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const sized = Buffer.from(head('POST /compress/png HTTP/1.1', type, `Content-Length: ${body.length}`));
  return [
    Buffer.concat([sized, body]),
    chunked,
    Buffer.from(head('GET /convert/schema?from=png&to=webp&version=1 HTTP/1.1')),
    Buffer.from(head('GET /convert/estimate/png/webp HTTP/1.1', 'X-Service-Endpoint-Version: 1')),
    Buffer.from(head('GET /convert/job/00000000-0000-0000-0000-000000000000/download HTTP/1.1')),
  ];
}

/** Sends the bytes, and resolves to the response when the connection ends or nothing more arrives. */
async function exchange(port: number, host: string, bytes: Buffer, waitMs = patienceMs): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, host, () => socket.write(bytes));
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (data) => (answer += data.toString('latin1')));
    // A reset counts as an answer.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
