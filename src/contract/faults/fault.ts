import { messageLimit } from '../../util/plainText.ts';
import { fields } from '../dialect.ts';
import { asObject, asText, pick } from '../read.ts';
import {
  codeOfFault,
  type FaultCode,
  type FaultId,
  faultSentences,
  isUnsupportedKind,
  unsupportedSentence,
} from './faultSentences.ts';

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
  return codeOfFault(id);
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
