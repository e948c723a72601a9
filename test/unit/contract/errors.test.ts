import assert from 'node:assert/strict';
import {
  certainlyNotAccepted,
  documentedErrors,
  insufficientCreditsDetail,
  isCodedError,
  isServiceError,
  isShapeError,
  isTransportError,
  parseInsufficientCredits,
  ServiceError,
  ShapeError,
  CodedError,
  TransportError,
} from '../../../src/contract/errors.ts';
import { parseErrorBody } from '../../../src/contract/fault.ts';

describe('parseErrorBody', () => {
  it('reads the two documented fields', () => {
    const body = { error: 'jobs.expired', detail: 'It is gone.' };
    assert.deepEqual(parseErrorBody(body), body);
  });

  it('accepts another name for the detail, or none', () => {
    assert.equal(parseErrorBody({ error: 'x', message: 'It is gone.' })?.detail, 'It is gone.');
    assert.equal(parseErrorBody({ error: 'x' })?.detail, '');
  });

  it('reads no error without a code', () => {
    for (const body of [undefined, null, 'x', [], {}, { detail: 'x' }, { error: '' }, { error: {} }]) {
      assert.equal(parseErrorBody(body), undefined);
    }
  });
});

describe('parseInsufficientCredits', () => {
  it('reads what a service writes', () => {
    assert.deepEqual(parseInsufficientCredits(insufficientCreditsDetail(5, 2)), {
      required: 5,
      available: 2,
    });
  });

  it('reads it from a longer text, and nothing from other text', () => {
    const detail = 'Insufficient credits.\nREQUIRED: 1.5, available: 0 (plan Free)';
    assert.deepEqual(parseInsufficientCredits(detail), { required: 1.5, available: 0 });
    assert.equal(parseInsufficientCredits('Insufficient credits.'), undefined);
  });

  it('reads thousands separators, but no ambiguous figure', () => {
    const detail = 'Insufficient credits. Required: 1,200, Available: 12 000.';
    assert.deepEqual(parseInsufficientCredits(detail), { required: 1200, available: 12_000 });
    assert.equal(parseInsufficientCredits('Required: 1.200, Available: 3'), undefined);
    assert.equal(parseInsufficientCredits('Required: 3, Available: -1'), undefined);
  });
});

describe('The contract’s errors', () => {
  it('are recognized by name, so that classes of another bundle are, too', () => {
    const serviceError = Object.assign(new Error('x'), { name: 'ServiceError', code: 'x', detail: 'x' });
    assert.ok(isServiceError(serviceError) && isCodedError(serviceError));
    assert.ok(isTransportError(new TransportError('transport.interrupted', 'x')));
    assert.ok(isShapeError(new ShapeError('id', 'x')));
    assert.ok(
      !isServiceError(new Error('x')) && !isCodedError(Object.assign(new Error('x'), { code: 'EIO' })),
    );
  });

  it('keep their detail as the message, and their cause', () => {
    const cause = new Error('ECONNRESET');
    const error = new TransportError('transport.interrupted', 'It broke.', { cause });
    assert.equal(error.message, 'It broke.');
    assert.equal(error.cause, cause);
  });
});

const transport = (
  code: TransportError['code'],
  options?: ConstructorParameters<typeof TransportError>[2],
): TransportError => new TransportError(code, '', options);

describe('certainlyNotAccepted', () => {
  for (const code of Object.keys(documentedErrors)) {
    it(`is true for ${code} with any status`, () => {
      assert.equal(certainlyNotAccepted(new ServiceError(code, 500, '')), true);
    });
  }

  it('is true while nothing, or not everything, was sent', () => {
    assert.equal(certainlyNotAccepted(transport('transport.unreachable')), true);
    assert.equal(certainlyNotAccepted(transport('transport.certificate')), true);
    assert.equal(certainlyNotAccepted(transport('transport.interrupted', { requestComplete: false })), true);
    assert.equal(certainlyNotAccepted(new CodedError('source.changed', 'It shrank.')), true);
  });

  it('is true for the API’s own 4xx answers, and for statuses that refuse requests', () => {
    assert.equal(certainlyNotAccepted(new ServiceError('brand.new', 422, '')), true);
    assert.equal(certainlyNotAccepted(transport('transport.unreadable', { status: 413 })), true);
    assert.equal(certainlyNotAccepted(transport('transport.unreadable', { status: 429 })), true);
    assert.equal(certainlyNotAccepted(transport('transport.redirected', { status: 308 })), true);
  });

  it('is false if nobody can know', () => {
    const unknown = [
      new ServiceError('brand.new', 500, ''),
      new ServiceError('toString', 503, ''),
      transport('transport.interrupted'),
      transport('transport.unreadable', { status: 200 }),
      transport('transport.unreadable', { status: 403 }),
      transport('transport.unreadable', { status: 502 }),
      transport('transport.redirected', { status: 303 }),
      new ShapeError('id', 'answer'),
      new Error('something else'),
      undefined,
    ];
    assert.deepEqual(unknown.filter(certainlyNotAccepted), []);
  });
});
