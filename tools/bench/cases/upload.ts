import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../../../test/support/http/port.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { newFolder } from '../support/pictures.ts';
import { type UploadFigures, uploadScript } from '../support/uploadScript.ts';

const run = promisify(execFile);
const sizeBytes = 1024 ** 3;
const megabyte = 1_000_000;
const runs = 9;

/** Uploads a file of 1 GiB to a server that discards it. */
export default async function* upload(): AsyncGenerator<Figure> {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.end('{"id":1}'));
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const file = path.join(await newFolder(), 'large.bin');
  const handle = await open(file, 'w');
  await handle.truncate(sizeBytes);
  await handle.close();
  const uploads: UploadFigures[] = [];
  try {
    const seconds = await inTurns(
      runs,
      async () => {
        const figures = await uploadScript.run({ file, baseUrl });
        uploads.push(figures);
        return figures.seconds;
      },
      async () => secondsOf(async () => run('curl', ['--silent', '--form', `file=@${file}`, baseUrl])),
    );
    yield figure({
      name: 'upload',
      ...seconds,
      goal: 1.1,
      unit: 's',
      note: '1 GiB, compared with curl on the same server',
    });
    yield figure({
      name: 'upload-memory',
      ours: Math.max(...uploads.map(({ grownBytes }) => grownBytes)) / megabyte,
      reference: sizeBytes / megabyte,
      goal: 0.08,
      unit: 'MB',
      runs: uploads.length,
      note: 'maximum growth of the process’s memory, compared with the size of the file',
    });
  } finally {
    server.close();
  }
}
