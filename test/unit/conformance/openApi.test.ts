import assert from 'node:assert/strict';
import { OpenApi } from '../../../tools/conformance/answers/openApi.ts';
import type { RawAnswer } from '../../../tools/conformance/http/rawAnswer.ts';
import { anAnswer, openApi } from '../../support/docs/openApi.ts';

const submission = { method: 'POST', path: '/convert', status: 202 };
const html = { 'content-type': 'text/html' };

const misfits: Readonly<Record<string, readonly [RawAnswer, RegExp]>> = {
  'a state of its own': [
    anAnswer({ status: 'Done' }),
    /^#\/status: Instance does not match any of \["Queued"/,
  ],
  'a success without a result': [anAnswer({ status: 'Succeeded' }), /required property "output"/],
  'a submission without an id': [anAnswer({ job: 'a' }, submission), /required property "id"/],
  'a record of no object': [anAnswer('Queued'), /^#: Instance type "string" is invalid/],
  'a plan by number': [
    anAnswer({ planId: 7, planName: 'P', tier: 'Pro' }, { path: '/compress/entitlements/me' }),
    /^#\/planId: /,
  ],
  'an error without a detail': [anAnswer({ error: 'a.b' }, { status: 404 }), /required property "detail"/],
  'an error where nothing is described': [
    anAnswer('Not found', { path: '/nothing', status: 404, headers: html }),
    /the content type is text\/html/,
  ],
  'a result that lives nowhere': [
    anAnswer('', { path: '/convert/job/1/download', status: 302, headers: {} }),
    /the header Location is missing/,
  ],
  'an answer without a type': [
    anAnswer({ status: 'Queued' }, { headers: {} }),
    /the content type is missing/,
  ],
  'half a JSON': [anAnswer(0, { body: Buffer.from('{"status":') }), /the body isn’t JSON/],
};

describe('Validation against docs/openapi.yaml', () => {
  it('rejects answers that the description doesn’t allow', () => {
    for (const [what, [answer, reason]] of Object.entries(misfits))
      assert.match(openApi.compare(answer).misfit?.reason ?? '', reason, what);
    const sparse = new OpenApi('paths: { /a: { get: { responses: { "200": {} } } } }');
    assert.equal(
      sparse.compare(anAnswer({}, { path: '/a', status: 204 })).misfit?.reason,
      'this status isn’t described',
    );
  });

  it('accepts answers that the description allows', () => {
    const plain = { path: '/welcome', headers: html };
    for (const answer of [anAnswer({ id: 1, status: 'Queued', more: true }), anAnswer('hello', plain)])
      assert.equal(openApi.compare(answer).misfit, undefined);
  });
});
