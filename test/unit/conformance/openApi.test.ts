import assert from 'node:assert/strict';
import { OpenApi } from '../../../src/conformance/answers/openApi.ts';
import type { RawAnswer } from '../../../src/conformance/http/rawAnswer.ts';
import { anAnswer, openApi } from '../../support/docs/openApi.ts';

const error = { error: 'jobs.not_found', detail: 'There is none.' };
const submission = { method: 'POST', path: '/convert', status: 202 };
const html = { 'content-type': 'text/html' };

const fitting: Readonly<Record<string, RawAnswer>> = {
  'a job record': anAnswer({ id: 1, status: 'Queued', more: true }),
  'a submission at a version': anAnswer({ id: 'a' }, { ...submission, path: '/convert/v2' }),
  'a list asked for with a query': anAnswer(['a-b'], { path: '/convert/conversions?version=1' }),
  'JSON by its suffix': anAnswer(error, {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
  }),
  'a result of any type': anAnswer(0, {
    path: '/convert/job/1/download',
    headers: { 'content-type': 'image/png' },
  }),
  'a result that lives elsewhere': anAnswer('', {
    path: '/convert/job/1/download',
    status: 302,
    headers: { location: '/there' },
  }),
  'an error where nothing is described': anAnswer(error, { path: '/nothing', status: 404 }),
  'what else a service may serve': anAnswer('hello', { path: '/welcome', headers: html }),
};

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
  'half a JSON': [anAnswer(0, { body: Buffer.from('{"status":') }), /the body is no JSON/],
};

const asked = (method: string, path: string): string | undefined =>
  openApi.compare(anAnswer({}, { method, path })).operation;

describe('The comparison with docs/openapi.yaml', () => {
  for (const [what, answer] of Object.entries(fitting)) {
    it(`takes ${what}`, () => {
      assert.equal(openApi.compare(answer).misfit, undefined);
    });
  }

  for (const [what, [answer, reason]] of Object.entries(misfits)) {
    it(`does not take ${what}`, () => {
      assert.match(openApi.compare(answer).misfit?.reason ?? '', reason);
    });
  }

  it('does not take a status that nothing is said of', () => {
    const sparse = new OpenApi('paths: { /a: { get: { responses: { "200": {} } } } }');
    assert.deepEqual(sparse.compare(anAnswer({}, { path: '/a', status: 204 })), {
      operation: 'GET /a',
      misfit: { place: 'GET /a', reason: 'no answer of this status is described' },
    });
  });

  it('knows what was asked, the most plainly spelled path first', () => {
    assert.equal(asked('GET', '/compress/job/a%2Fb/download?version=1'), 'GET /compress/job/{id}/download');
    assert.equal(asked('POST', '/compress/v1'), 'POST /compress/v{number}');
    assert.equal(asked('POST', '/compress/jpg'), 'POST /compress/{format}');
    assert.equal(asked('DELETE', '/compress'), undefined);
    assert.equal(asked('GET', '/convert/job/'), undefined);
  });
});
