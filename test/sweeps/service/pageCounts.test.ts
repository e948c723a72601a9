import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { document } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { childrenOf } from '../../support/service/processes.ts';
import { useServices } from '../../support/service/services.ts';

const text = { name: 'a.pdf', bytes: readFileSync(document('text.pdf')) };

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
