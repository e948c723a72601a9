import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { readConfiguration } from '../../../src/network/configuration/configuration.ts';
import { resultKey } from '../../../src/network/store/keys.ts';
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

interface TransferFigures {
  /** The maximum memory growth of an API node during an upload and a download, and its processor time for both. */
  readonly grownBytes: number;
  readonly cpuSeconds: number;
  /** The node's processor time for the download alone, and for one at a signed address of the store. */
  readonly downloadSeconds: number;
  readonly signedDownloadSeconds: number;
}

/** Measures what an API node does for an upload and a download of this size. */
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
    await get(ask, route, 200);
    const [grownBytes, downloaded] = [maxMemory(pid) - restingBytes, secondsSoFar()];
    for (let count = 1; count < signedCount; count += 1) await get(ask, `${route}?signed=1`, 307);
    const { headers } = await get(ask, `${route}?signed=1`, 307);
    const signed = secondsSoFar();
    await get((url) => http.request(url), new URL(headers.location ?? ''), 200);
    return {
      grownBytes,
      cpuSeconds: downloaded - atRest,
      downloadSeconds: downloaded - uploaded,
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
  const request = ask('/convert', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });
  const answered = once(request, 'response');
  const form = async function* form(): AsyncGenerator<Buffer> {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\njpg\r\n');
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    yield readFileSync(path.join(root, 'media/icon.png'));
    yield* content(bytes);
    yield Buffer.from('\r\n--b--\r\n');
  };
  await pipeline(Readable.from(form()), request);
  const [answer]: http.IncomingMessage[] = await answered;
  const text = Buffer.concat((await answer?.toArray()) ?? []).toString();
  if (answer?.statusCode !== 202) throw new Error(text);
  return JSON.parse(text).id;
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
