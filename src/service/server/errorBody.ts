import { fields } from '../../contract/dialect.ts';
import type { JsonObject } from '../../contract/read.ts';
import { plainText } from '../../util/plainText.ts';

/**
 * An error as it leaves the service (api.md, Errors 1), also inside a job's record. The detail may
 * hold words of a file, a program or a caller: whoever shows it must not have to know that.
 */
export function errorBody({ code, detail }: { readonly code: string; readonly detail: string }): JsonObject {
  return { [fields.errorCode.read[0]]: code, [fields.errorDetail.read[0]]: plainText(detail) };
}
