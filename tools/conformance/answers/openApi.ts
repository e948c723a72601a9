import { Validator } from '@cfworker/json-schema';
import { parse } from 'yaml';
import { asObject, asText, type JsonObject } from '../../../src/contract/read.ts';
import { ownValue } from '../../../src/util/ownValue.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';

/** The result of comparing an answer with the API's description. */
interface SchemaComparison {
  /** The request, such as `GET /convert/job/{id}`; `undefined` if it isn't described. */
  readonly operation: string | undefined;
  /** The location and the reason of a deviation; `undefined` if there is none. */
  readonly misfit: { readonly place: string; readonly reason: string } | undefined;
}

/** A machine-readable description of the API. The extension ships none, so the suite's user provides it. */
export type Description = Pick<OpenApi, 'compare'>;

const methods = ['get', 'post', 'put', 'delete', 'patch'];

interface Operation {
  /** The display name, such as `GET /convert/job/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly responses: JsonObject;
}

/** An OpenAPI 3.1 document, as far as this project uses the format. */
export class OpenApi {
  readonly operations: readonly Operation[];
  readonly #document: JsonObject;
  readonly #validators = new Map<JsonObject, Validator>();

  /** @throws Error if the text isn't YAML */
  constructor(yaml: string) {
    this.#document = asObject(parse(yaml)) ?? {};
    this.operations = Object.entries(this.#object(this.#document, 'paths')).flatMap(([path, item]) =>
      this.#operationsOf(path, this.#resolved(item)),
    );
  }

  compare(answer: RawAnswer): SchemaComparison {
    const operation = this.#operationFor(answer);
    if (operation === undefined) {
      // The description doesn't cover other paths of a service, but errors have the same form everywhere.
      const error = answer.ok ? undefined : this.#resolved({ $ref: '#/components/responses/error' });
      return { operation: undefined, misfit: error && this.#misfit(answer, error) };
    }
    const { name, responses } = operation;
    const described = [String(answer.status), `${String(answer.status)[0]}XX`, 'default'].find(
      (status) => ownValue(responses, status) !== undefined,
    );
    const misfit =
      described === undefined
        ? { place: name, reason: 'this status isn’t described' }
        : this.#misfit(answer, this.#object(responses, described));
    return { operation: name, misfit };
  }

  /** The operation of a request. If several paths match, the most literal one wins. */
  #operationFor({ method, path }: RawAnswer): Operation | undefined {
    const segments = (path.split('?', 1)[0] ?? '').split('/');
    const spelledOut = ({ segments: each }: Operation): number => each.map(beforeVariable).join('').length;
    return this.operations
      .filter((each) => each.method === method && fits(each.segments, segments))
      .toSorted((a, b) => spelledOut(b) - spelledOut(a))[0];
  }

  #misfit(answer: RawAnswer, response: JsonObject): SchemaComparison['misfit'] {
    const missing = Object.entries(asObject(response['headers']) ?? {}).find(
      ([name, header]) =>
        this.#resolved(header)['required'] === true &&
        ownValue(answer.headers, name.toLowerCase()) === undefined,
    );
    if (missing !== undefined) return { place: 'headers', reason: `the header ${missing[0]} is missing` };
    const content = asObject(response['content']);
    if (content === undefined) return undefined;
    const given = answer.headers['content-type'] ?? '';
    const type = Object.keys(content).find((each) => each === '*/*' || isOfType(given, each));
    if (type === undefined) return { place: 'content', reason: `the content type is ${given || 'missing'}` };
    const schema = asObject(this.#object(content, type)['schema']);
    return schema && this.#schemaMisfit(answer.json, schema);
  }

  #schemaMisfit(value: unknown, schema: JsonObject): SchemaComparison['misfit'] {
    if (value === undefined) return { place: 'content', reason: 'the body isn’t JSON' };
    const error = this.#validator(schema).validate(value).errors.at(-1);
    // The last error is the most specific one. Those before it only say that something inside doesn't match.
    return error && { place: error.keywordLocation, reason: `${error.instanceLocation}: ${error.error}` };
  }

  #validator(schema: JsonObject): Validator {
    const known = this.#validators.get(schema);
    if (known !== undefined) return known;
    // References are resolved from the root of the validating schema.
    const { schemas } = this.#object(this.#document, 'components');
    const made = new Validator({ ...schema, components: { schemas } }, '2020-12');
    this.#validators.set(schema, made);
    return made;
  }

  #operationsOf(path: string, item: JsonObject): Operation[] {
    return methods.flatMap((name) => {
      const operation = asObject(ownValue(item, name));
      if (operation === undefined) return [];
      const method = name.toUpperCase();
      return {
        name: `${method} ${path}`,
        method,
        segments: path.split('/'),
        responses: this.#object(operation, 'responses'),
      };
    });
  }

  /** The object under a name, inline or by reference. */
  #object(parent: JsonObject, name: string): JsonObject {
    return this.#resolved(ownValue(parent, name));
  }

  #resolved(value: unknown): JsonObject {
    const object = asObject(value) ?? {};
    const reference = asText(object['$ref']);
    if (reference === undefined) return object;
    const found = reference
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((parent, name) => ownValue(asObject(parent) ?? {}, name), this.#document);
    return this.#resolved(found);
  }
}

/** True if a path matches a template; a variable fills the rest of its segment, and isn't empty. */
function fits(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((expected, index) => {
      const given = path[index] ?? '';
      const start = beforeVariable(expected);
      return start === expected ? given === expected : given.length > start.length && given.startsWith(start);
    })
  );
}

/** The literal part of a template's segment. */
function beforeVariable(segment: string): string {
  return segment.split('{', 1)[0] ?? '';
}

/** True if a `Content-Type` has a media type, ignoring parameters and JSON's structured suffix. */
function isOfType(contentType: string, type: string): boolean {
  const given = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return given === type || (type === 'application/json' && given.endsWith('+json'));
}
