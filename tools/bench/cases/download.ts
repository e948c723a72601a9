import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '../../../test/support/http/port.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { type DownloadFigures, downloadScript } from '../support/downloadScript.ts';
import { newFolder } from '../support/pictures.ts';

const run = promisify(execFile);
const chunk = Buffer.alloc(1024 ** 2);
const sizeBytes = 1024 * chunk.length;
const megabyte = 1_000_000;

/** An output of 1 GiB that the server generates. */
export default async function* download(): AsyncGenerator<Figure> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': sizeBytes });
    Readable.from(Array.from({ length: sizeBytes / chunk.length }, () => chunk)).pipe(response);
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const downloads: DownloadFigures[] = [];
  try {
    const seconds = await inTurns(
      5,
      async () =>
        inFolder(async (folder) => {
          const figures = await downloadScript.run({ baseUrl, folder: pathToFileURL(folder).href });
          downloads.push(figures);
          return figures.seconds;
        }),
      async () =>
        inFolder(async (folder) => {
          const file = path.join(folder, 'output');
          return secondsOf(async () => {
            await run('curl', ['--silent', '--output', file, baseUrl]);
            await run('sync', [file]);
          });
        }),
    );
    yield figure({
      name: 'download',
      ...seconds,
      goal: 1.1,
      unit: 's',
      note: '1 GiB until it is on disk, compared with curl on the same server and a sync of its file',
    });
    yield figure({
      name: 'download-memory',
      ours: Math.max(...downloads.map(({ grownBytes }) => grownBytes)) / megabyte,
      reference: sizeBytes / megabyte,
      goal: 0.08,
      unit: 'MB',
      runs: downloads.length,
      note: 'maximum growth of the process’s memory, compared with the size of the file',
    });
  } finally {
    server.close();
  }
}

/** Uses a folder that is removed afterwards, since each output is large. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await newFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
