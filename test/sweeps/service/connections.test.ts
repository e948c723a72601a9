import assert from 'node:assert/strict';
import { becomes, eventually } from '../../support/eventually.ts';
import { DrippingConnections } from '../../support/service/drippingConnections.ts';
import { image } from '../../support/service/fixtures.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';

/** More connections than the service accepts. */
const many = 1200;

/** The head of an upload that never ends, and the beginning of its file. */
function upload(baseUrl: string, key: string): string {
  return [
    'POST /compress HTTP/1.1',
    `Host: ${new URL(baseUrl).host}`,
    `X-Service-Api-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
    '',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n',
  ].join('\r\n');
}

describe('The connections of the standalone service', () => {
  const start = useServices();
  let dripping: DrippingConnections | undefined;
  afterEach(() => dripping?.close());

  it('stay available while many others send their headers slowly, and those are closed', async () => {
    const { api } = await start();
    dripping = await DrippingConnections.open(api.baseUrl, many, 'GET /compress HTTP/1.1\r\nX-Drip: ');
    assert.equal((await api.submit('/compress', image('alpha.png'))).status, 202);
    const own = dripping;
    await becomes(() => own.open, 0);
  });

  it('stay available although many callers without a key keep uploading', async () => {
    const { api } = await start();
    dripping = await DrippingConnections.open(api.baseUrl, many, upload(api.baseUrl, 'wrong'));
    assert.equal((await api.submit('/compress', image('alpha.png'))).status, 202);
  });

  it('are closed if no HTTP arrives, however long bytes keep coming', async () => {
    const { api } = await start();
    dripping = await DrippingConnections.open(api.baseUrl, 10, 'HELO\r\n\r\n');
    const own = dripping;
    await becomes(() => own.open, 0);
  });

  it('aren’t all taken by one caller with a key, who can still upload a whole batch', async () => {
    const { api } = await start(['--plan', 'pro']);
    const endless = upload(api.baseUrl, testKey);
    dripping = await DrippingConnections.open(api.baseUrl, many, endless, '127.0.0.2');
    assert.equal((await api.submit('/compress', image('alpha.png'))).status, 202);
    const own = dripping;
    await eventually(
      () => own.open,
      (open) => open < many,
    );
    assert.ok(own.open >= 1000, `${own.open}`);
  });
});
