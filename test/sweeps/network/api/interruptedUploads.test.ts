import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { eventually } from '../../../support/eventually.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
/** The spool has space for one file of this declared size, but not for a picture in addition. */
const [spoolMegabytes, declaredBytes] = ['1000', 900_000_000];
const beginnings = {
  'before its first part': '',
  'before its file': '--b\r\n',
  'in its file': '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG',
};

const headOf = ({ key }: Tenant) => {
  const lines = [
    'POST /convert HTTP/1.1',
    'Host: 127.0.0.1',
    `X-Service-Api-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${declaredBytes}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
};
const statusOf = (tenant: Tenant) => async () => (await tenant.send(picture, 'a.png', 'jpg')).status;

describe('An interrupted submission', () => {
  const folder = useTemporaryFolder();
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await Cluster.start({
      api: 1,
      workers: 0,
      env: { FUN_SPOOL_MEGABYTES: spoolMegabytes, FUN_TEMPORARY_FOLDER: folder.path },
    });
  });
  afterEach(() => cluster.stop());

  /** The number of folders for submissions that are arriving. */
  const folders = () =>
    readdirSync(folder.path, { recursive: true }).filter((name) =>
      /^[0-9a-f]{8}-/.test(path.basename(String(name))),
    ).length;
  const open = () => net.connect(Number(cluster.baseUrl.port), '127.0.0.1').resume();
  for (const [where, beginning] of Object.entries(beginnings)) {
    it(`releases its reserved space if it breaks off ${where}`, async () => {
      const tenant = new Tenant(cluster, await cluster.tenant());
      const socket = open();
      socket.write(`${headOf(tenant)}${beginning}`, 'latin1');
      await eventually(folders, (count) => count === 1);
      assert.equal(await statusOf(tenant)(), 503);
      socket.destroy();
      await once(socket, 'close');
      await eventually(statusOf(tenant), (status) => status === 202);
    });
  }

  it('reserves no space before it is read', async () => {
    const tenant = new Tenant(cluster, await cluster.tenant());
    const sockets = Array.from({ length: 50 }, () => open().end(headOf(tenant)));
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    await eventually(statusOf(tenant), (status) => status === 202);
  });

  it('loses its reserved space to others if it is slow', async () => {
    await cluster.stop();
    const env = {
      FUN_SPOOL_MEGABYTES: spoolMegabytes,
      FUN_TEMPORARY_FOLDER: folder.path,
      FUN_UPLOAD_PACE_SECONDS: '5',
    };
    cluster = await Cluster.start({ api: 1, workers: 0, env });
    const [slow, other] = [
      new Tenant(cluster, await cluster.tenant()),
      new Tenant(cluster, await cluster.tenant()),
    ];
    const socket = open().on('error', () => undefined);
    socket.write(`${headOf(slow)}${beginnings['in its file']}`, 'latin1');
    // This is fast enough for the connection, but would take hours.
    const drip = setInterval(() => socket.write(Buffer.alloc(20_000)), 250);
    try {
      await eventually(statusOf(other), (status) => status === 202);
    } finally {
      clearInterval(drip);
      socket.destroy();
    }
  });
});
