import type { jobFailureCodes } from '../dialect.ts';
import { invalidInput, invalidSyntax } from './invalidInput.ts';
import { limitExceeded } from './limitExceeded.ts';
import {
  failed,
  fileTooLarge,
  invalidArguments,
  invalidOption,
  passwordNeeded,
  programNeeded,
  sizeNotMet,
  timedOut,
  uncountable,
  unexpectedShape,
  unsupportedScript,
  unsupportedYet,
} from './otherFaults.ts';
import { unsupportedKinds, unsupportedTiffs } from './unsupportedKind.ts';

/** The faults that share each error code, with their sentences. */
export const sentencesByCode = {
  'conversion.invalid_input': { ...invalidInput, ...invalidSyntax },
  'conversion.limit_exceeded': limitExceeded,
  'conversion.size_not_met': sizeNotMet,
  'conversion.timed_out': timedOut,
  'conversion.failed': failed,
  'conversion.unsupported_kind': { ...unsupportedKinds, ...unsupportedTiffs, ...unsupportedYet },
  'conversion.unsupported_script': unsupportedScript,
  'conversion.password_needed': passwordNeeded,
  'conversion.program_needed': programNeeded,
  'request.invalid_option': invalidOption,
  'request.file_too_large': fileTooLarge,
  'request.pages_uncountable': uncountable,
  'response.unexpected_shape': unexpectedShape,
  'arguments.invalid': invalidArguments,
} as const satisfies Readonly<Record<(typeof jobFailureCodes)[number], Readonly<Record<string, string>>>> &
  Readonly<Record<string, Readonly<Record<string, string>>>>;

export type FaultCode = keyof typeof sentencesByCode;

/** The English sentence of each fault, with `{0}` and so on for its parameters. */
export const faultSentences = {
  ...sentencesByCode['conversion.invalid_input'],
  ...limitExceeded,
  ...sizeNotMet,
  ...timedOut,
  ...failed,
  ...sentencesByCode['conversion.unsupported_kind'],
  ...unsupportedScript,
  ...passwordNeeded,
  ...programNeeded,
  ...invalidOption,
  ...fileTooLarge,
  ...uncountable,
  ...unexpectedShape,
  ...invalidArguments,
} as const;

/** The sentence for an unsupported kind of file. */
export const unsupportedSentence =
  '{0} aren’t supported. Save the file in another variant or format, and try again.';

export type FaultId = keyof typeof faultSentences;

/** True for a fault whose sentence only names an unsupported kind of file. */
export function isUnsupportedKind(
  id: FaultId,
): id is keyof typeof unsupportedKinds | keyof typeof unsupportedTiffs {
  return Object.hasOwn(unsupportedKinds, id) || Object.hasOwn(unsupportedTiffs, id);
}

export function codeOfFault(id: FaultId): FaultCode {
  const code = codesById.get(id);
  if (code === undefined) throw new Error(`Fault without an error code: ${id}`);
  return code;
}

const codesById: ReadonlyMap<string, FaultCode> = new Map(
  Object.keys(sentencesByCode)
    .filter(isFaultCode)
    .flatMap((code) => Object.keys(sentencesByCode[code]).map((id) => [id, code] as const)),
);

function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(sentencesByCode, code);
}
