import { open } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { listen } from '../../../test/support/http/port.ts';
import { privateAuthority } from '../../../test/support/http/privateAuthority.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns } from '../statistics.ts';
import { newFolder } from '../support/pictures.ts';
import { tinifyScript } from '../support/tinifyScript.ts';
import { uploadScript } from '../support/uploadScript.ts';

const sizeBytes = 256 * 1024 ** 2;
const megabyte = 1_000_000;

/** The memory for an upload, compared with npm's tinify, which sends files to a similar service. */
export default async function* tinify(): AsyncGenerator<Figure> {
  const { certificate, server } = await privateAuthority();
  const [plain, secure] = [http.createServer(answer), https.createServer(server, answer)];
  const baseUrl = `http://127.0.0.1:${await listen(plain)}`;
  const secureUrl = `https://127.0.0.1:${await listen(secure)}`;
  const file = path.join(await newFolder(), 'large.bin');
  const handle = await open(file, 'w');
  await handle.truncate(sizeBytes);
  await handle.close();
  try {
    const megabytes = await inTurns(
      3,
      async () => (await uploadScript.run({ file, baseUrl })).grownBytes / megabyte,
      async () =>
        (await tinifyScript.run({ file, baseUrl: secureUrl, authority: certificate })).grownBytes / megabyte,
    );
    yield figure({
      name: 'tinify',
      ...megabytes,
      goal: 0.15,
      unit: 'MB',
      note: 'maximum growth of the process’s memory for an upload of 256 MiB, compared with npm’s tinify, which only supports HTTPS',
    });
  } finally {
    plain.close();
    secure.close();
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on('end', () => response.writeHead(201, { location: request.url }).end('{"id":1}'));
}
