import assert from 'node:assert/strict';
import { isTerminal, parseJobRecord, parseSubmission } from '../../../src/contract/jobRecord.ts';

describe('parseSubmission', () => {
  const shapes: Record<string, unknown> = {
    'a string': { id: '42' },
    'a number': { id: 42 },
    'another name': { jobId: '42', id: null },
    'an envelope': { data: { id: '42' } },
    'a job inside': { job: { jobId: 42 } },
    'two envelopes': { response: { data: { id: '42' } } },
    'a list of one': { jobs: [{ id: '42' }] },
    'a field for the job': { job: '42', ok: true },
  };
  for (const [name, body] of Object.entries(shapes)) {
    it(`reads the identifier from ${name}`, () => {
      assert.deepEqual(parseSubmission(body), { jobId: '42' });
    });
  }

  it('reads the cost of the submission', () => {
    assert.deepEqual(parseSubmission({ data: { id: '42', creditsCharged: 3 } }), { jobId: '42', credits: 3 });
    const beside = { id: '42', creditsCharged: 3, credits: 47, remainingCredits: 47 };
    assert.deepEqual(parseSubmission(beside), { jobId: '42', credits: 3 });
    assert.deepEqual(parseSubmission({ id: '42', credits: { charged: 3, remaining: 47 } }).credits, 3);
    assert.deepEqual(parseSubmission({ id: '42', credits: -1 }), { jobId: '42' });
  });

  for (const body of [null, [], 'id', {}, { id: '' }, { id: {} }, { data: {} }, [{ id: 1 }, { id: 2 }]]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseSubmission(body), { name: 'ShapeError', missing: 'id' });
    });
  }
});

describe('Field names', () => {
  it('are equal in any case and with any separators', () => {
    assert.equal(parseSubmission({ JobId: '42' }).jobId, '42');
    assert.equal(parseSubmission({ job_id: '42' }).jobId, '42');
    const record = parseJobRecord({
      Status: 'Succeeded',
      Output: { FileName: 'a.webp' },
      Compression_Ratio: 2,
      CREDITS: 3,
    });
    assert.partialDeepStrictEqual(record, { outputFileName: 'a.webp', compressionRatio: 2, credits: 3 });
    assert.equal(parseJobRecord({ status: 'Queued', ratio: 2 }).compressionRatio, 2);
  });

  it('are preferred in our list’s order', () => {
    assert.equal(parseSubmission({ JOBID: 'second', Id: 'first' }).jobId, 'first');
    assert.equal(parseSubmission({ Id: null, jobId: 'second' }).jobId, 'second');
  });
});

const failureFrom = (error: unknown): unknown => parseJobRecord({ status: 'Failed', error }).failure;

describe('parseJobRecord', () => {
  for (const status of ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const) {
    it(`reads ${status} in any case`, () => {
      assert.equal(parseJobRecord({ status }).status, status);
      assert.equal(parseJobRecord({ state: status.toUpperCase() }).status, status);
    });
  }

  it('reads both spellings of Canceled', () => {
    assert.equal(parseJobRecord({ status: 'cancelled' }).status, 'Canceled');
  });

  it('ends polling at the three final states', () => {
    const ended = (['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const).filter(isTerminal);
    assert.deepEqual(ended, ['Succeeded', 'Failed', 'Canceled']);
  });

  for (const [value, expected] of [
    [0, 0],
    [0.25, 0.25],
    [25, 0.25],
    ['25', 0.25],
    ['25 %', 0.25],
    [100, 1],
    [1, undefined],
    [-1, undefined],
    [250, undefined],
    ['soon', undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads a progress of ${JSON.stringify(value)} as ${expected}`, () => {
      assert.equal(parseJobRecord({ status: 'Processing', progress: value }).progress, expected);
    });
  }

  it('is complete after success', () => {
    assert.equal(parseJobRecord({ status: 'Succeeded', progress: 0.5 }).progress, 1);
  });

  const failure = { code: 'conversion.failed', detail: 'It is broken.' };
  const failures: Record<string, unknown> = {
    'an error body': { error: failure.code, detail: failure.detail },
    'an object': { error: { code: failure.code, message: failure.detail } },
    'another object': { failure: { type: failure.code, reason: failure.detail } },
    'a list': { errorDetails: [{ code: failure.code, description: failure.detail }] },
    'a list of errors': { errors: [{ code: failure.code, message: failure.detail }, { code: 'x' }] },
    'fields in another case': { Errors: [{ Code: failure.code, Detail: failure.detail }] },
    'a reason': { failureReason: { code: failure.code, detail: failure.detail } },
  };
  for (const [name, body] of Object.entries(failures)) {
    it(`reads the failure’s reason from ${name}`, () => {
      assert.deepEqual(parseJobRecord({ status: 'Failed', ...Object(body) }).failure, failure);
    });
  }

  it('reads the failure’s reason from a sentence or a code alone', () => {
    assert.deepEqual(failureFrom('It is broken.'), { code: undefined, detail: 'It is broken.' });
    assert.deepEqual(failureFrom('conversion.failed'), { code: 'conversion.failed', detail: '' });
    assert.deepEqual(failureFrom(undefined), { code: undefined, detail: '' });
    const reason = parseJobRecord({ status: 'Failed', failureReason: 'It is broken.' });
    assert.deepEqual(reason.failure, { code: undefined, detail: 'It is broken.' });
    const first = parseJobRecord({ status: 'Failed', errors: ['It is broken.', 'And so on.'] });
    assert.deepEqual(first.failure, { code: undefined, detail: 'It is broken.' });
  });

  it('has no failure unless the job failed', () => {
    assert.equal(parseJobRecord({ status: 'Queued', error: 'x' }).failure, undefined);
  });

  it('reads the output’s name from its object or from text', () => {
    for (const output of [{ fileName: 'a.webp' }, { filename: 'a.webp' }, 'a.webp']) {
      assert.equal(parseJobRecord({ status: 'Succeeded', output }).outputFileName, 'a.webp');
    }
    assert.equal(parseJobRecord({ status: 'Succeeded', output: {} }).outputFileName, undefined);
  });

  it('keeps every field, including unknown ones', () => {
    const record = { status: 'Queued', position: 3 };
    assert.deepEqual(parseJobRecord({ data: record }).raw, record);
  });

  for (const body of [null, [], 'Queued', {}, { status: 'Paused' }, { status: 3 }, { status: {} }]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseJobRecord(body), { name: 'ShapeError', missing: 'status' });
    });
  }
});
