import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { lastModifiedField, parseCombinations } from '../../../src/contract/combinations.ts';
import { parseCompressions, parseConversions } from '../../../src/contract/conversions.ts';
import { parseEntitlements, parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseExtensions, parseNewUpload, parseSignedRequest } from '../../../src/contract/extensions.ts';
import { parseErrorBody } from '../../../src/contract/fault.ts';
import { documentedErrors } from '../../../src/contract/errors.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { jobStatuses, parseJobRecord, parseSubmission } from '../../../src/contract/jobRecord.ts';
import { asObject } from '../../../src/contract/read.ts';
import {
  apiKeyHeader,
  filePart,
  routes,
  targetFormatField,
  versionHeader,
} from '../../../src/contract/routes.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { tools, toolIds } from '../../../src/contract/tools.ts';
import { anAnswer, openApi, openApiPath, samplePath } from '../../support/docs/openApi.ts';

/** An example of an answer. */
interface Example {
  readonly operation: string;
  readonly status: string;
  readonly name: string;
  readonly value: unknown;
}

/** Parsers of each operation's answers; job results are bytes. */
const readers: Readonly<Record<string, (body: unknown) => unknown>> = {
  'POST /convert': parseSubmission,
  'POST /convert/v{number}': parseSubmission,
  'POST /compress': parseSubmission,
  'POST /compress/v{number}': parseSubmission,
  'POST /compress/{format}': parseSubmission,
  'POST /compress/{format}/v{number}': parseSubmission,
  'POST /combine': parseSubmission,
  'POST /combine/v{number}': parseSubmission,
  'GET /combine': parseCombinations,
  'GET /combine/job/{id}': parseJobRecord,
  'GET /combine/entitlements/me': parseEntitlements,
  'GET /.well-known/file-utility': parseExtensions,
  'POST /uploads': parseNewUpload,
  'GET /uploads/{id}/{number}': parseSignedRequest,
  'GET /convert/job/{id}': parseJobRecord,
  'GET /compress/job/{id}': parseJobRecord,
  'GET /convert/conversions': parseConversions,
  'GET /compress': parseCompressions,
  'GET /convert/schema': parseOptionsSchema,
  'GET /compress/schema': parseOptionsSchema,
  'GET /combine/schema': parseOptionsSchema,
  'GET /convert/estimate/{from}/{to}': parseEstimate,
  'GET /convert/entitlements/me': parseEntitlements,
  'GET /compress/entitlements/me': parseEntitlements,
};

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(asObject(value) ?? {});
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((parent, name) => new Map(entriesOf(parent)).get(name), value);

describe('docs/openapi.yaml', () => {
  let document: unknown;
  let examples: Example[];

  before(async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(openApiPath);
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
    document = validator.resolveRefs();
    examples = openApi.operations.flatMap(({ name: operation }) => {
      const [method = '', path = ''] = operation.split(' ');
      return entriesOf(at(document, 'paths', path, method.toLowerCase(), 'responses')).flatMap(
        ([status, response]) =>
          entriesOf(at(response, 'content', 'application/json', 'examples')).map(([name, example]) => ({
            operation,
            status,
            name,
            value: at(example, 'value'),
          })),
      );
    });
  });

  it('has valid JSON Schemas', () => {
    const ajv = new Ajv2020();
    for (const [name, schema] of entriesOf(at(document, 'components', 'schemas'))) {
      assert.ok(ajv.validateSchema(asObject(schema) ?? {}), `${name}: ${ajv.errorsText()}`);
    }
  });

  it('has an example of every JSON answer, and each matches its schema', () => {
    for (const { operation, status, name, value } of examples) {
      const [method = '', path = ''] = operation.split(' ');
      const code = status === 'default' ? 400 : Number(status.replace('XX', '00'));
      const answer = anAnswer(value, { method, path: samplePath(path), status: code });
      assert.deepEqual(openApi.compare(answer), { operation, misfit: undefined }, name);
    }
    const operations = new Set(
      examples.filter(({ status }) => status !== 'default').map(({ operation }) => operation),
    );
    assert.deepEqual(operations, new Set(Object.keys(readers)));
  });

  it('has examples that the client reads', () => {
    for (const { operation, status, value, name } of examples) {
      const read = status === 'default' ? parseErrorBody : new Map(Object.entries(readers)).get(operation);
      const result = read?.(value);
      assert.ok(Array.isArray(result) ? result.length > 0 : result !== undefined, `${operation} ${name}`);
    }
  });

  it('has exactly the paths and methods that the client requests', () => {
    const asked: Readonly<Record<keyof typeof routes, readonly string[]>> = {
      submission: toolIds.map((tool) => `POST ${routes.submission(tool)}`),
      compression: [`POST ${routes.compression('x')}`],
      job: toolIds.map((tool) => `GET ${routes.job(tool, 'x')}`),
      download: toolIds.map((tool) => `GET ${routes.download(tool, 'x')}`),
      discovery: toolIds.map((tool) => `GET ${routes.discovery(tool)}`),
      entitlements: toolIds.map((tool) => `GET ${routes.entitlements(tool)}`),
      schema: [`GET ${routes.schema()}`],
      compressionSchema: [`GET ${routes.compressionSchema()}`],
      combinationSchema: [`GET ${routes.combinationSchema()}`],
      announcement: [`GET ${routes.announcement()}`],
      uploads: [`POST ${routes.uploads()}`],
      uploadPart: [`GET ${routes.uploadPart('x', 1)}`],
      estimate: [`GET ${routes.estimate('x', 'x')}`],
    };
    // The client only requests a version with its header.
    const described = openApi.operations
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('/v{number}'));
    assert.deepEqual(Object.values(asked).flat().toSorted(), described.map(samplePath).toSorted());
  });

  it('has the headers and form fields that the client sends', () => {
    assert.equal(at(document, 'components', 'securitySchemes', 'key', 'name'), apiKeyHeader);
    assert.equal(at(document, 'components', 'parameters', 'versionHeader', 'name'), versionHeader);
    const form = (name: string): unknown =>
      at(document, 'components', 'requestBodies', name, 'content', 'multipart/form-data', 'schema');
    assert.deepEqual(at(form('conversion'), 'required'), [filePart, targetFormatField]);
    assert.deepEqual(at(form('combination'), 'required'), [filePart, targetFormatField]);
    assert.deepEqual(Object.keys(asObject(at(form('combination'), 'properties')) ?? {}), [
      filePart,
      targetFormatField,
      lastModifiedField,
    ]);
    assert.equal(at(form('combination'), 'properties', filePart, 'maxItems'), tools.combine.maxFiles);
  });

  it('has the contract’s states, tiers, and error codes', () => {
    const enums = Object.fromEntries(
      entriesOf(at(document, 'components', 'schemas')).map(([name, schema]) => [name, at(schema, 'enum')]),
    );
    assert.deepEqual(enums['JobStatus'], jobStatuses);
    assert.deepEqual(
      [enums['Tier']].flat().map((tier) => String(tier).toLowerCase()),
      Object.keys(tierLimits),
    );
    assert.deepEqual(new Set([enums['ErrorCode']].flat()), new Set(Object.keys(documentedErrors)));
  });
});
