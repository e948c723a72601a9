import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { filesBelow } from '../../support/service/files.ts';
import { document } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { childrenOf } from '../../support/service/processes.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const text = { name: 'a.pdf', bytes: readFileSync(document('text.pdf')) };

describe('Page counting of a submission', () => {
  const start = useServices();
  const folder = useTemporaryFolder();

  it('stops when its caller leaves, and nothing of it is kept', async () => {
    const { api, pid } = await start([], folder.path);
    const { json } = await api.submit('/convert', text, { targetFormat: 'txt' });
    await api.ended('convert', json?.id);
    const before = filesBelow(folder.path).length;
    // While the workers are stopped, no pages can be counted.
    const release = hold(childrenOf(pid));
    try {
      const headers = { 'x-service-api-key': testKey, 'content-type': 'multipart/form-data; boundary=b' };
      const outgoing = request(`${api.baseUrl}/compress`, { method: 'POST', headers });
      outgoing.on('error', () => undefined);
      outgoing.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
      outgoing.write(text.bytes);
      outgoing.end('\r\n--b--\r\n');
      await eventually(
        () => filesBelow(folder.path).length,
        (count) => count > before,
      );
      outgoing.destroy();
      await becomes(() => filesBelow(folder.path).length, before);
    } finally {
      release();
    }
  });
});

describe('A PDF whose pages can’t be counted in time', () => {
  const start = useServices();

  it('is refused and costs nothing', async () => {
    const { api, pid } = await start(['--plan', 'free']);
    const { json } = await api.submit('/convert', text, { targetFormat: 'txt' });
    await api.ended('convert', json?.id);
    const left = async () => parseEntitlements((await api.call('/convert/entitlements/me')).json).balance;
    const before = await left();
    const release = hold(childrenOf(pid));
    try {
      const refused = await api.submit('/convert', text, { targetFormat: 'txt' });
      assert.deepEqual([refused.status, refused.json?.error], [422, 'request.pages_uncountable']);
    } finally {
      release();
    }
    assert.equal(await left(), before);
  });
});
