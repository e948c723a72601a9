import { messageLimit } from '../util/plainText.ts';
import { fields, type jobFailureCodes } from './dialect.ts';
import { asObject, asText, pick } from './read.ts';
import {
  failed,
  fileTooLarge,
  invalidArguments,
  invalidInput,
  invalidOption,
  invalidSyntax,
  limitExceeded,
  passwordNeeded,
  programNeeded,
  sizeNotMet,
  timedOut,
  uncountable,
  unexpectedShape,
  unsupportedScript,
  unsupportedYet,
} from './faultSentences.ts';
import { unsupportedKinds, unsupportedTiffs } from './unsupportedKind.ts';

/** A number to format, or a text: a name, a version, or a number that is an identifier. */
type Parameter = string | number;

type ParametersOf<Sentence extends string> = Sentence extends `${string}{4}${string}`
  ? [Parameter, Parameter, Parameter, Parameter, Parameter]
  : Sentence extends `${string}{3}${string}`
    ? [Parameter, Parameter, Parameter, Parameter]
    : Sentence extends `${string}{2}${string}`
      ? [Parameter, Parameter, Parameter]
      : Sentence extends `${string}{1}${string}`
        ? [Parameter, Parameter]
        : Sentence extends `${string}{0}${string}`
          ? [Parameter]
          : [];

/** A failure that any client can describe in its user's language (docs/api-extensions.md, Faults 1). */
export interface Fault {
  readonly id: FaultId;
  readonly parameters: readonly Parameter[];
  /** The name of the affected file, if there are several. */
  readonly file?: string | undefined;
}

/** Creates a fault with as many parameters as its sentence has placeholders. */
export function fault<Id extends FaultId>(
  id: Id,
  ...parameters: ParametersOf<(typeof faultSentences)[Id]>
): Fault {
  return { id, parameters };
}

/** The error code of a job, request, or command that fails with this fault. */
export function faultCode({ id }: Pick<Fault, 'id'>): FaultCode {
  const code = codesById.get(id);
  if (code === undefined) throw new Error(`Fault without an error code: ${id}`);
  return code;
}

export function faultSentence({ id, parameters, file }: Fault): string {
  const text = filled(faultSentences[id], parameters);
  const sentence = isUnsupportedKind(id) ? filled(unsupportedSentence, [text]) : text;
  return file === undefined ? sentence : `${file}: ${sentence}`;
}

/** A copy of a fault, with a function applied to its texts. */
export function mapFault({ id, parameters, file }: Fault, change: (text: string) => string): Fault {
  return {
    id,
    parameters: parameters.map((each) => (typeof each === 'string' ? change(each) : each)),
    ...(file === undefined ? {} : { file: change(file) }),
  };
}

/** The field of a job's record that contains a fault (docs/api-extensions.md, Faults 1). */
export const faultField = 'fault';

/** Maximum length of a parameter in a fault from a service or a journal. */
const maxLength = messageLimit.most;

/** Reads a fault from a service or a journal; `undefined` if it is unknown or invalid. */
export function readFault(value: unknown): Fault | undefined {
  const { id, parameters, file, ...others } = asObject(value) ?? {};
  if (!isFaultId(id) || !Array.isArray(parameters) || Object.keys(others).length > 0) return undefined;
  const read = parameters.filter(isParameter);
  if (read.length !== parameters.length || read.length !== placesIn(faultSentences[id])) return undefined;
  if (file === undefined) return { id, parameters: read };
  const name = asText(file);
  return name !== undefined && name.length <= maxLength ? { id, parameters: read, file: name } : undefined;
}

function isFaultId(id: unknown): id is FaultId {
  return typeof id === 'string' && Object.hasOwn(faultSentences, id);
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && value.length <= maxLength;
}

function placesIn(sentence: string): number {
  return new Set(sentence.match(/\{\d\}/g)).size;
}

function filled(sentence: string, parameters: readonly Parameter[]): string {
  return sentence.replaceAll(/\{(\d)\}/g, (place, index: string) =>
    String(parameters[Number(index)] ?? place),
  );
}

/** Parses the body of an error (api.md, Errors 1). Returns `undefined` for any other body. */
export function parseErrorBody(body: unknown): { error: string; detail: string; fault?: Fault } | undefined {
  const object = asObject(body);
  const error = object && asText(pick(object, ['error']));
  if (object === undefined || error === undefined) return undefined;
  const fault = readFault(pick(object, [faultField]));
  return {
    error,
    detail: asText(pick(object, fields.errorDetail.read)) ?? '',
    ...(fault !== undefined && faultCode(fault) === error ? { fault } : {}),
  };
}

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

const codesById: ReadonlyMap<string, FaultCode> = new Map(
  Object.keys(sentencesByCode)
    .filter(isFaultCode)
    .flatMap((code) => Object.keys(sentencesByCode[code]).map((id) => [id, code] as const)),
);

function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(sentencesByCode, code);
}
