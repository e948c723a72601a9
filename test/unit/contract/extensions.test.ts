import assert from 'node:assert/strict';
import { accountPages, parseSignedRequest } from '../../../src/contract/extensions.ts';

const url = 'https://store.example.com/files/part-0';
const pagesOf = (authUrl: string, baseUrl: string) => accountPages({ authUrl }, new URL(baseUrl))?.origin;
const headersOf = (headers: unknown) => parseSignedRequest({ url, headers }).headers;

describe('A signed request', () => {
  it('can have the headers that stores need, with their names in lower case', () => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=key/20261129/eu/s3/aws4_request, SignedHeaders=host, Signature=0a';
    assert.deepEqual(
      headersOf({
        'Content-Type': 'application/octet-stream',
        'content-md5': 'rL0Y20zC+Fzt72VPzMSk2A==',
        'X-Amz-Content-Sha256': 'bf2c',
        'x-goog-content-length-range': '0,10',
        'x-ms-blob-type': 'BlockBlob',
        'x-amz-meta-part': 7,
        Authorization: authorization,
      }),
      {
        'content-type': 'application/octet-stream',
        'content-md5': 'rL0Y20zC+Fzt72VPzMSk2A==',
        'x-amz-content-sha256': 'bf2c',
        'x-goog-content-length-range': '0,10',
        'x-ms-blob-type': 'BlockBlob',
        'x-amz-meta-part': '7',
        authorization,
      },
    );
    assert.deepEqual(headersOf(undefined), {});
  });

  const refused: Readonly<Record<string, object>> = {
    'a password': { authorization: 'Basic YWRtaW46YWRtaW4=' },
    'a token': { Authorization: 'Bearer AWS4-HMAC-SHA256 x' },
    'a cookie': { Cookie: 'session=1' },
    'another host': { host: 'intranet.example.com' },
    'the client’s length': { 'Content-Length': '0' },
    'another framing': { 'transfer-encoding': 'chunked' },
    'the password of a proxy': { 'proxy-authorization': 'Basic YTpi' },
    'another method': { 'x-http-method-override': 'DELETE' },
    'an address to trust': { 'x-forwarded-for': '127.0.0.1' },
    'the header of a metadata server': { 'metadata-flavor': 'Google' },
    'a service key': { 'X-Service-Api-Key': 'key' },
    'a prototype': Object.fromEntries([['__proto__', 'x']]),
    'a name with a line break': { 'x-amz-a\r\nhost': 'x' },
    'a name with invalid characters': { 'x-amz-a: b': 'x' },
    'a value with a line break': { 'x-amz-meta-a': 'x\r\nhost: intranet' },
    'a value with a line feed at its end': { 'content-type': 'text/plain\n' },
    'a signature with a line break': { authorization: 'AWS4-HMAC-SHA256 a\r\ncookie: b' },
    'a value that isn’t ASCII': { 'x-amz-meta-a': '\u010d\u010a' },
    'a value that isn’t text': { 'x-amz-meta-a': ['x'] },
  };
  for (const [what, headers] of Object.entries(refused)) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => headersOf({ 'content-type': 'text/plain', ...headers }), {
        code: 'response.unexpected_shape',
        detail: 'The upload has no valid “headers”.',
      });
    });
  }

  it('is refused without an address', () => {
    assert.throws(() => parseSignedRequest({ url: 'store', headers: {} }), { missing: 'url' });
  });
});

describe('The account pages that a service announces', () => {
  it('are on this computer only if the service is', () => {
    const own = 'http://127.0.0.1:8788';
    for (const baseUrl of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])
      assert.equal(pagesOf(own, baseUrl), own);
    for (const authUrl of [own, 'https://localhost:8788', 'https://[::1]:8788', 'https://127.9.9.9:28788'])
      assert.equal(pagesOf(authUrl, 'https://files.example.com'), undefined, authUrl);
    assert.equal(
      pagesOf('https://accounts.example.com', 'https://files.example.com'),
      'https://accounts.example.com',
    );
  });
});
