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
  route: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
) => http.ClientRequest;

const zeros = Buffer.alloc(1024 ** 2);

/** The maximum memory growth and the processor time of an API node during an upload and a download. */
export async function bytesThroughNode(
  bytes: number,
  storeEnv: NodeJS.ProcessEnv,
): Promise<{ readonly grownBytes: number; readonly cpuSeconds: number }> {
  const env = { ...storeEnv, FUN_PLANS_FILE: await writePlans(await newFolder()) };
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
    const [restingBytes, { cpuSeconds: before }] = [maxMemory(pid), usageOf(pid)];
    const id = await upload(ask, bytes);
    const store = openStore(readConfiguration({ ...cluster.env }, undefined));
    await store.put(resultKey(id, 1), Readable.from(content(bytes)), bytes);
    await cluster.database.query(
      `update network.jobs set status = 'Succeeded', attempt = 1, ended_at = now(), output_bytes = $2, output_file_name = 'a.jpg'
       where id = $1`,
      [id, bytes],
    );
    const down = ask(`/convert/job/${id}/download`, {}).end();
    const [answer]: http.IncomingMessage[] = await once(down, 'response');
    if (answer?.statusCode !== 200) throw new Error(`The download failed with status ${answer?.statusCode}`);
    await finished(answer.resume());
    return {
      grownBytes: maxMemory(pid) - restingBytes,
      cpuSeconds: usageOf(pid).cpuSeconds - before,
    };
  } finally {
    await cluster.stop();
  }
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
