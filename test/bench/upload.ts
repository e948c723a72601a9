// node test/bench/upload.ts [MiB]: the peak memory of a process that uploads a file of that size, and its speed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createNetworkService } from '../../src/client/index.ts';
import { writing } from '../../src/contract/dialect.ts';
import { systemClock } from '../../src/util/clock.ts';
import { aSubmission, direct, never } from '../support/http/networkFixture.ts';
import { listen } from '../support/http/port.ts';

const mebibyte = 1024 * 1024;

/** The other side, in a process of its own so that its memory is not counted: takes everything and keeps nothing. */
async function receive(): Promise<void> {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.end('{"id":1}'));
  });
  process.send?.(await listen(server));
}

async function measure(sizeBytes: number): Promise<void> {
  const receiver = fork(import.meta.filename, ['--receive']);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fun-upload-'));
  try {
    const [port] = await once(receiver, 'message');
    const file = path.join(folder, 'large.bin');
    const handle = await open(file, 'w');
    await handle.truncate(sizeBytes);
    await handle.close();

    const connection = createNetworkService({
      baseUrl: new URL(`http://127.0.0.1:${port}`),
      apiKey: async () => 'key',
      proxy: direct,
      writing: writing.write,
      clock: systemClock,
      log: () => {},
    });
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    await connection.service.submit(aSubmission({ sizeBytes, content: createReadStream(file) }), never());
    const seconds = (performance.now() - startedAt) / 1000;
    connection.dispose();
    const peak = process.resourceUsage().maxRSS * 1024;
    const figures = {
      uploadedMiB: sizeBytes / mebibyte,
      rssBeforeMiB: Math.round(before / mebibyte),
      peakRssMiB: Math.round(peak / mebibyte),
      MiBPerSecond: Math.round(sizeBytes / mebibyte / seconds),
    };
    console.log(JSON.stringify(figures));
  } finally {
    receiver.kill();
    await rm(folder, { recursive: true });
  }
}

await (process.argv[2] === '--receive' ? receive() : measure(Number(process.argv[2] ?? 256) * mebibyte));
