import assert from 'node:assert/strict';
import { connectionError } from '../../../src/client/exchange.ts';

const coded = (code: string, options?: ErrorOptions): Error =>
  Object.assign(new Error('some words', options), { code });
const sent = { requestComplete: true, answered: false };

describe('connectionError', () => {
  for (const [expected, codes] of Object.entries({
    'transport.unreachable': [
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENOENT',
      'EPROTO',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'UND_ERR_CONNECT_TIMEOUT',
    ],
    'transport.certificate': [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UND_ERR_PRX_TLS',
    ],
    'transport.interrupted': [
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'UND_ERR_SOCKET',
      'UND_ERR_HEADERS_TIMEOUT',
    ],
  })) {
    for (const code of codes) {
      it(`maps ${code} to ${expected}`, () => {
        const error = connectionError(coded(code), 'api.example', sent);
        assert.equal(error.code, expected);
        assert.equal(error.requestComplete, expected === 'transport.interrupted');
        assert.ok(error.message.includes('api.example') && error.message.includes(code));
      });
    }
  }

  it('finds the code in a cause, and in the attempts for each address', () => {
    const wrapped = new TypeError('failed', { cause: coded('ECONNREFUSED') });
    const tried = new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]);
    for (const error of [wrapped, tried]) {
      assert.equal(connectionError(error, 'h', sent).code, 'transport.unreachable');
    }
  });

  it('returns nothing for an error without a code', () => {
    for (const error of [new Error('x'), 'x', undefined]) {
      assert.equal(connectionError(error, 'h', sent).code, 'transport.interrupted');
    }
  });

  it('never reports an answering host as unreachable', () => {
    for (const code of ['UND_ERR_ABORTED', 'ECONNREFUSED', 'CERT_HAS_EXPIRED']) {
      const error = connectionError(coded(code), 'h', { requestComplete: true, answered: true });
      assert.equal(error.code, 'transport.interrupted');
      assert.equal(error.requestComplete, true);
    }
  });

  it('ends with circular causes', () => {
    const error = new Error('x');
    error.cause = error;
    assert.equal(connectionError(error, 'h', sent).code, 'transport.interrupted');
  });
});
