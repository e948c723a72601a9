import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { redactor } from '../../../src/client/credentials.ts';
import { aJob, aSubmission, never, testKey, withNetwork } from '../../support/http/networkFixture.ts';
import { inTurn, json, type Reply, reset, text } from '../../support/http/scriptedServer.ts';

describe('redactor', () => {
  const redact = redactor(() => ['s3cr+t/key']);

  it('removes a key in every encoding in which it is sent', () => {
    const encoded = Buffer.from('s3cr+t/key').toString('base64');
    const clean = redact(`X-Service-Api-Key: s3cr+t/key ?k=${encodeURIComponent('s3cr+t/key')} ${encoded}`);
    assert.ok(!clean.includes('s3cr') && !clean.includes(encoded));
    const quoted = redactor(() => ['se"c\\ret']);
    assert.equal(quoted(JSON.stringify({ 'se"c\\ret': 1 })), '{"•••":1}');
  });

  it('removes user and password from addresses, and keeps the host', () => {
    assert.equal(redact('via http://me:p%40ss@proxy.example:8080/x'), 'via http://•••@proxy.example:8080/x');
    assert.equal(redact('socks5://me:p@ss@proxy'), 'socks5://•••@proxy');
    assert.equal(redact('https://api.example/convert?x=a@b'), 'https://api.example/convert?x=a@b');
  });

  it('removes secrets from queries', () => {
    assert.equal(redact('https://s/f?X-Amz-Signature=abc&part=1'), 'https://s/f?X-Amz-Signature=•••&part=1');
    assert.equal(redact('/job/1?api_key=abc&sig=def'), '/job/1?api_key=•••&sig=•••');
  });

  it('leaves no key in any text', () => {
    const key = fc.stringMatching(/^[\x21-\x7e]{6,40}$/).filter((value) => !'•••@'.includes(value));
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        assert.ok(!redactor(() => [secret])(before + secret + after).includes(secret));
      }),
    );
  });
});

describe('The answers that the client reads', () => {
  const data = {
    id: 'http://a:b@c/?sig=1',
    status: 'Succeeded',
    output: { fileName: 'image&token=42.webp' },
  };

  it('are the service’s data unchanged', async () => {
    await withNetwork(json(200, data), async ({ service }) => {
      assert.equal((await service.job('convert', aJob, never())).outputFileName, 'image&token=42.webp');
      assert.equal((await service.submit(aSubmission(), never())).jobId, data.id);
    });
    await withNetwork(json(200, { planName: 'Key=1 & ?token=2' }), async ({ client }) => {
      assert.equal((await client.entitlements('convert', never())).planName, 'Key=1 & ?token=2');
    });
  });

  it('contain no key, unless a very short key occurs by chance', async () => {
    const fileName = `${testKey}-1.webp`;
    const reply = json(200, { ...data, id: testKey, output: { fileName } });
    await withNetwork(reply, async ({ service }) => {
      assert.equal((await service.job('convert', aJob, never())).outputFileName, '•••-1.webp');
      assert.equal((await service.submit(aSubmission(), never())).jobId, '•••');
    });
    const short = { apiKey: async () => 'webp' };
    await withNetwork(
      reply,
      async ({ service }) => {
        assert.equal((await service.job('convert', aJob, never())).outputFileName, fileName);
      },
      short,
    );
  });

  it('contain no secrets in a job’s error, which is shown and stored', async () => {
    const detail = 'No answer from http://me:pass@storage/f?X-Signature=abc.';
    const error = { code: 'storage&token=5', detail };
    await withNetwork(json(200, { status: 'Failed', error }), async ({ service }) => {
      const { failure } = await service.job('convert', aJob, never());
      assert.deepEqual(failure, {
        code: 'storage&token=•••',
        detail: 'No answer from http://•••@storage/f?X-Signature=•••',
      });
    });
  });
});

describe('The client’s logs and errors', () => {
  const echo = `You sent ${testKey}`;
  const replies: Reply[] = [
    json(200, { id: 1 }),
    json(200, { nothing: echo }),
    json(200, { [testKey]: [`${'x'.repeat(1980)}${echo}`] }),
    json(200, { status: 'Failed', error: { code: testKey, detail: echo } }),
    json(200, { status: 'Succeeded', output: { fileName: `${testKey}.png` } }),
    json(401, { error: 'api_key.invalid_or_ip_not_allowed', detail: echo }),
    json(418, { error: testKey, detail: '' }),
    text(500, `text/${testKey}`, echo),
    text(302, 'text/plain', '', { location: `https://elsewhere.invalid/?key=${testKey}` }),
    text(302, 'text/plain', '', { location: `https://${testKey}.invalid/` }),
    reset,
  ];

  it('never contain the key', async () => {
    for (const reply of replies) {
      await withNetwork(inTurn(reply), async ({ service, client, clock, logged }) => {
        const outcomes = await clock.runUntil(
          Promise.allSettled([
            client.conversions(never()),
            service.submit(aSubmission(), never()),
            service.job('convert', aJob, never()),
          ]),
        );
        assert.ok(logged.length > 0);
        // This text also includes the causes of errors.
        const everything = inspect([logged, outcomes], { depth: 12, maxStringLength: null });
        assert.ok(!everything.includes(testKey), everything);
      });
    }
  });
});
