import assert from 'node:assert/strict';
import { jobFailureCodes } from '../../../src/contract/dialect.ts';
import {
  fault,
  faultCode,
  faultSentence,
  parseErrorBody,
  readFault,
  sentencesByCode,
} from '../../../src/contract/fault.ts';
import { parseJobRecord } from '../../../src/contract/jobRecord.ts';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const failedRecord = (code: string, sentFault: unknown): unknown => ({
  status: 'Failed',
  error: { error: code, detail: 'No.' },
  fault: sentFault,
});

describe('A fault', () => {
  it('is an English sentence with its parameters and file', () => {
    const wide = fault('image.side', 'webp', 16_383);
    assert.equal(faultSentence(wide), 'The maximum for webp images is 16383 pixels per side.');
    assert.equal(
      faultSentence({ ...fault('jpeg.bits', 12), file: 'a.jpg' }),
      'a.jpg: JPEG images with 12 bits per channel aren’t supported. Save the file in another variant or format, and try again.',
    );
  });

  it('has a unique id and a code', () => {
    const ids = Object.values(sentencesByCode).flatMap((sentences) => Object.keys(sentences));
    assert.deepEqual(ids, [...new Set(ids)]);
    assert.equal(faultCode(fault('damaged.font')), 'conversion.invalid_input');
    for (const code of jobFailureCodes) assert.ok(Object.keys(sentencesByCode[code]).length > 0);
  });

  it('is read from outside as intended', () => {
    const sentFault = {
      ...fault('program.refusedBecause', 'FFmpeg', 'MP3', 'WMA', 'Bad header'),
      file: 'a.wma',
    };
    assert.deepEqual(readFault(throughJson(sentFault)), sentFault);
    assert.deepEqual(readFault(throughJson(fault('pdf.signed'))), fault('pdf.signed'));
  });

  it('isn’t read if it is unknown or its parameters don’t match', () => {
    for (const sentFault of [
      undefined,
      'pdf.signed',
      { id: 'toString', parameters: [] },
      { id: 'pdf.new', parameters: [] },
      { id: 'pdf.signed' },
      { id: 'pdf.signed', parameters: ['more'] },
      { id: 'image.side', parameters: ['webp'] },
      { id: 'image.side', parameters: ['webp', { valueOf: 1 }] },
      { id: 'image.side', parameters: ['w'.repeat(301), 1] },
      { id: 'pdf.signed', parameters: [], file: 'f'.repeat(301) },
      { id: 'pdf.signed', parameters: [], html: '<b>' },
    ]) {
      assert.equal(readFault(sentFault), undefined, JSON.stringify(sentFault));
    }
  });

  it('belongs to the error beside it, in a job’s record and in an error’s body', () => {
    const sentFault = fault('pdf.signed');
    const code = 'conversion.invalid_input';
    assert.deepEqual(parseJobRecord(failedRecord(code, sentFault)).failure, {
      code,
      detail: 'No.',
      fault: sentFault,
    });
    assert.deepEqual(parseJobRecord(failedRecord('job.new', sentFault)).failure, {
      code: 'job.new',
      detail: 'No.',
    });
    const option = fault('option.value', 'quality');
    const body = { error: 'request.invalid_option', detail: 'Too big.', fault: option };
    assert.deepEqual(parseErrorBody(body), body);
    assert.deepEqual(parseErrorBody({ ...body, fault: sentFault }), {
      error: body.error,
      detail: body.detail,
    });
  });
});
