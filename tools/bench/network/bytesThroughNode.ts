import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { resultKey } from '../../../src/network/store/objectStore.ts';
import { openStore } from '../../../src/network/store/openStore.ts';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { root } from '../../../test/support/paths.ts';
import { newFolder } from '../support/pictures.ts';
import { usageOf } from '../support/processTree.ts';
import { farm, writePlans } from './farmPlan.ts';

type Ask = (
  route: string | URL,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
) => http.ClientRequest;

/** The number of signed downloads, because one takes less time than the system can measure. */
const signedCount = 100;
const zeros = Buffer.alloc(1024 ** 2);
const picture = readFileSync(path.join(root, 'media/icon.png'));

interface TransferFigures {
  /** The maximum memory growth of an API node during an upload and a download, and its processor time for both. */
  readonly grownBytes: number;
  readonly cpuSeconds: number;
  /** The node's processor time for the upload alone, and for one in signed parts. */
  readonly uploadSeconds: number;
  readonly signedUploadSeconds: number;
  /** The node's processor time for the download alone, and for one at a signed address of the store. */
  readonly downloadSeconds: number;
  readonly signedDownloadSeconds: number;
}

/** Measures the work of an API node for uploads and downloads of this size. */
export async function bytesThroughNode(bytes: number, storeEnv: NodeJS.ProcessEnv): Promise<TransferFigures> {
  const env = {
    ...storeEnv,
    FUN_S3_PUBLIC_URL: storeEnv['FUN_S3_ENDPOINT'],
    FUN_PLANS_FILE: await writePlans(await newFolder()),
  };
  const cluster = await Cluster.start({ api: 1, workers: 0, env });
  try {
    const pid = cluster.api[0]?.pid ?? 0;
    const key = await cluster.tenant({ plan: farm.id });
    const ask: Ask = (route, options) =>
      http.request(new URL(route, cluster.baseUrl), {
        ...options,
        headers: { ...options.headers, 'X-Service-Api-Key': key },
      });
    // Excludes the memory that a node needs for its first files.
    await upload(ask, zeros.length);
    const secondsSoFar = () => usageOf(pid).cpuSeconds;
    const [restingBytes, atRest] = [maxMemory(pid), secondsSoFar()];
    const id = await upload(ask, bytes);
    const store = openStore(readConfiguration({ ...cluster.env }, undefined));
    await store.put(resultKey(id, 1), Readable.from(content(bytes)), bytes);
    await cluster.database.query(
      `update network.jobs set status = 'Succeeded', attempt = 1, ended_at = now(), output_bytes = $2, output_file_name = 'a.jpg'
       where id = $1`,
      [id, bytes],
    );
    const route = `/convert/job/${id}/download`;
    const uploaded = secondsSoFar();
    await signedUpload(ask, bytes);
    const stored = secondsSoFar();
    await get(ask, route, 200);
    const [grownBytes, downloaded] = [maxMemory(pid) - restingBytes, secondsSoFar()];
    for (let count = 1; count < signedCount; count += 1) await get(ask, `${route}?signed=1`, 307);
    const { headers } = await get(ask, `${route}?signed=1`, 307);
    const signed = secondsSoFar();
    await get((url) => http.request(url), new URL(headers.location ?? ''), 200);
    return {
      grownBytes,
      cpuSeconds: uploaded - atRest + downloaded - stored,
      uploadSeconds: uploaded - atRest,
      signedUploadSeconds: stored - uploaded,
      downloadSeconds: downloaded - stored,
      signedDownloadSeconds: (signed - downloaded) / signedCount,
    };
  } finally {
    await cluster.stop();
  }
}

/** Sends a request, and discards the body of the answer. */
async function get(ask: Ask, route: string | URL, status: number): Promise<http.IncomingMessage> {
  const [answer]: http.IncomingMessage[] = await once(ask(route, {}).end(), 'response');
  if (answer?.statusCode !== status) throw new Error(`The download failed with status ${answer?.statusCode}`);
  await finished(answer.resume());
  return answer;
}

/**
 * Sends a picture followed by this many zeros.
 * @returns the job's identifier
 */
async function upload(ask: Ask, bytes: number): Promise<string> {
  return submit(ask, { targetFormat: 'jpg' }, [picture, ...content(bytes)]);
}

/** Stores a picture followed by zeros in signed parts, in this many bytes altogether, and submits it. */
async function signedUpload(ask: Ask, bytes: number): Promise<void> {
  const { id, partBytes } = await json(
    ask(`/uploads?bytes=${bytes}`, { method: 'POST', headers: { 'Content-Length': '0' } }),
    [],
  );
  for (let part = 0; part * partBytes < bytes; part += 1) {
    const body = Buffer.alloc(Math.min(partBytes, bytes - part * partBytes));
    if (part === 0) picture.copy(body);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { url, headers } = await json(ask(`/uploads/${id}/${part}?sha256=${sha256}`, {}), []);
    const { status } = await fetch(url, { method: 'PUT', headers, body });
    if (status !== 200) throw new Error(`The store answered ${status}`);
  }
  await submit(ask, { targetFormat: 'jpg', upload: id }, []);
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${value}\r\n`;

async function submit(
  ask: Ask,
  fields: Readonly<Record<string, string>>,
  file: readonly Buffer[],
): Promise<string> {
  const head = Object.entries(fields).map(([name, value]) => field(name, `\r\n\r\n${value}`));
  const form = [
    Buffer.from(`${head.join('')}${field('file', '; filename="a.png"\r\n')}`),
    ...file,
    Buffer.from('\r\n--b--\r\n'),
  ];
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return (await json(ask('/convert', { method: 'POST', headers }), form)).id;
}

/** Sends the body of a request, and reads the JSON of the answer. */
// eslint-disable-next-line typescript/no-explicit-any -- each caller knows its answer
async function json(request: http.ClientRequest, body: readonly Buffer[]): Promise<any> {
  const answered = once(request, 'response');
  await pipeline(Readable.from(body), request);
  const [answer]: http.IncomingMessage[] = await answered;
  const text = Buffer.concat((await answer?.toArray()) ?? []).toString();
  if ((answer?.statusCode ?? 500) >= 300) throw new Error(text);
  return JSON.parse(text);
}

function* content(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= zeros.length)
    yield zeros.subarray(0, Math.min(left, zeros.length));
}

/** A process's maximum memory, according to Linux. */
export function maxMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}
