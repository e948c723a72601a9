import { fields } from '../../contract/dialect.ts';
import type { ServiceError } from '../../contract/errors.ts';
import { type Fault, faultCode, faultField, faultSentence } from '../../contract/faults/fault.ts';
import type { JsonObject } from '../../contract/read.ts';
import { plainText } from '../../util/plainText.ts';
import { plainFault } from '../faults.ts';

/**
 * An error as the service sends it (api.md, Errors 1), also in a job's record. The detail may contain untrusted text,
 * so it is made plain here, for all clients.
 */
export function errorBody({ code, detail }: { readonly code: string; readonly detail: string }): JsonObject {
  return { [fields.errorCode.read[0]]: code, [fields.errorDetail.read[0]]: plainText(detail) };
}

/** The same for the answer to a request, with the translatable fault. */
export function refusalBody({ code, detail, fault }: ServiceError): JsonObject {
  return { ...errorBody({ code, detail }), ...(fault && { [faultField]: plainFault(fault) }) };
}

/** The same for a failed conversion, with the translatable fault (docs/api-extensions.md, Faults 1). */
export function faultBody(found: Fault): JsonObject {
  const detail = faultSentence(found);
  return {
    [fields.jobError.read[0]]: errorBody({ code: faultCode(found), detail }),
    [faultField]: plainFault(found),
  };
}
