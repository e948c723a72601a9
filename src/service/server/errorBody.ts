import { fields } from '../../contract/dialect.ts';
import type { ServiceError } from '../../contract/errors.ts';
import { type Fault, faultCode, faultField, faultSentence } from '../../contract/faults/fault.ts';
import type { JsonObject } from '../../contract/read.ts';
import { plainText } from '../../util/plainText.ts';
import { sanitizeFault } from '../faults.ts';

/**
 * An error as JSON, for answers and job records (api.md, Errors 1). The detail may contain untrusted text, so it is
 * made plain here for all clients.
 */
export function errorBody({ code, detail }: { readonly code: string; readonly detail: string }): JsonObject {
  return { [fields.errorCode.read[0]]: code, [fields.errorDetail.read[0]]: plainText(detail) };
}

/** The JSON body of an answer that rejects a request, with a fault that clients can translate. */
export function refusalBody({ code, detail, fault }: ServiceError): JsonObject {
  return { ...errorBody({ code, detail }), ...(fault && { [faultField]: sanitizeFault(fault) }) };
}

/** The JSON of a failed conversion's fault, which clients can translate (docs/api-extensions.md, Faults 1). */
export function faultBody(found: Fault): JsonObject {
  const detail = faultSentence(found);
  return {
    [fields.jobError.read[0]]: errorBody({ code: faultCode(found), detail }),
    [faultField]: sanitizeFault(found),
  };
}
