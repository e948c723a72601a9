import { fields } from '../../contract/dialect.ts';
import type { ServiceError } from '../../contract/errors.ts';
import { type Fault, faultCode, faultField, faultSentence } from '../../contract/faults/fault.ts';
import type { JsonObject } from '../../contract/read.ts';
import { plainText } from '../../util/plainText.ts';
import { plainFault } from '../faults.ts';

/**
 * An error as it leaves the service (api.md, Errors 1), also inside a job's record. The detail may
 * hold words of a file, a program or a caller: whoever shows it must not have to know that.
 */
export function errorBody({ code, detail }: { readonly code: string; readonly detail: string }): JsonObject {
  return { [fields.errorCode.read[0]]: code, [fields.errorDetail.read[0]]: plainText(detail) };
}

/** The same for what answers a request, with what other languages are told by. */
export function refusalBody({ code, detail, fault }: ServiceError): JsonObject {
  return { ...errorBody({ code, detail }), ...(fault && { [faultField]: plainFault(fault) }) };
}

/** The same for what a conversion failed with, and beside it what other languages are told by (docs/additions.md, Faults 1). */
export function faultBody(found: Fault): JsonObject {
  const detail = faultSentence(found);
  return {
    [fields.jobError.read[0]]: errorBody({ code: faultCode(found), detail }),
    [faultField]: plainFault(found),
  };
}
