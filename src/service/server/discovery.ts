import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { combinationSchemaQuery } from '../../contract/combinations.ts';
import { compressionSchemaQuery, fields, requestDialect } from '../../contract/dialect.ts';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import {
  annotationKeywords,
  optionAnnotations,
  optionTitle,
  withSecretsMarked,
} from '../../contract/options.ts';
import { asObject, type JsonObject } from '../../contract/read.ts';
import { routes } from '../../contract/routes.ts';
import { toolIds } from '../../contract/tools.ts';
import type { Conversion } from '../../engines/api/engineDescription.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { type RegisteredConversion, availableConversions } from '../../engines/registry.ts';
import { serviceError } from '../faults.ts';
import { conversionList, creditsPerOperation } from '../lists.ts';
import type { Callers } from './caller.ts';
import { CachedList, endpoint, pathParameter, queryParameter } from './endpoint.ts';
import { callerNetwork } from './callerLimits.ts';
import type { ServerOptions } from './serverOptions.ts';
import { requireCombination } from './assignment.ts';
import { requireCompression, unsupportedPair } from './submission.ts';

/**
 * Serves the lists, the option schemas, and the estimate. `GET /compress` and `GET /combine` share their paths with
 * submissions, so `submissionRoutes.ts` serves them.
 */
export function discoveryRoutes(app: FastifyInstance, { programs }: ServerOptions): void {
  const conversions = new CachedList(conversionList);
  endpoint(app, routes.discovery('convert'), {
    GET: async (request, reply) => conversions.answer(request, reply, await programs()),
  });
  endpoint(app, routes.schema(), {
    GET: async (request) => {
      const { schemaFrom, schemaTo } = requestDialect.write;
      const [from, to] = [queryParameter(request, schemaFrom), queryParameter(request, schemaTo)];
      if (typeof from !== 'string' || typeof to !== 'string') {
        const detail = `The query must name a pair, such as ?${schemaFrom}=png&${schemaTo}=webp.`;
        throw serviceError('request.malformed', detail);
      }
      return optionsSchema(requireConversions(from, to, await programs()));
    },
  });
  endpoint(app, routes.compressionSchema(), {
    GET: async (request) => {
      const format = namedFormat(request, compressionSchemaQuery.write, 'jpg');
      return optionsSchema([requireCompression(format, await programs())]);
    },
  });
  endpoint(app, routes.combinationSchema(), {
    GET: async (request) =>
      optionsSchema([requireCombination(namedFormat(request, combinationSchemaQuery, 'pdf'))]),
  });
  endpoint(app, '/convert/estimate/:from/:to', {
    GET: async (request) => {
      const [from, to] = [pathParameter(request, 'from'), pathParameter(request, 'to')];
      const [best] = requireConversions(from, to, await programs());
      return { from: best.from, to: best.to, [fields.estimate.read[0]]: creditsPerOperation };
    },
  });
}

/** The format that a query parameter names. */
function namedFormat(request: FastifyRequest, parameter: string, example: string): string {
  const format = queryParameter(request, parameter);
  if (typeof format === 'string') return canonicalFormat(format);
  throw serviceError('request.malformed', `The query must name a format, such as ?${parameter}=${example}.`);
}

function requireConversions(
  from: string,
  to: string,
  found: FoundPrograms,
): [RegisteredConversion, ...RegisteredConversion[]] {
  const [first, ...others] = availableConversions(canonicalFormat(from), canonicalFormat(to), found);
  if (first) return [first, ...others];
  throw unsupportedPair(canonicalFormat(from), canonicalFormat(to));
}

/** Serves `GET /{tool}/entitlements/me`. The rate limit counts all tools together (api.md, Limits 3). */
export function entitlementRoutes(
  app: FastifyInstance,
  { entitlementsLimit }: ServerOptions,
  callers: Callers,
): void {
  const handler = async (request: FastifyRequest) => {
    const { plan, jobs } = callers.of(request);
    const left = await jobs.credits();
    const credits = left && {
      totalCredits: left.total,
      [fields.balance.read[0]]: left.balance,
      [fields.renewsAt.read[0]]: new Date(left.renewsAt).toISOString(),
    };
    return { planId: plan.id, planName: plan.name, tier: plan.tier, ...(credits ?? { charges: false }) };
  };
  for (const tool of toolIds) {
    endpoint(
      app,
      routes.entitlements(tool),
      { GET: handler },
      {
        onRequest: async ({ ip }) => entitlementsLimit.take(callerNetwork(ip)),
      },
    );
  }
}

type HasOptions = Pick<Conversion, 'options' | 'optionsRemark'>;

/**
 * The options of several conversions for one task, the best one first, as a JSON Schema with descriptions and defaults.
 * If two conversions share an option, the second's narrower range of values applies, but the first's default, because
 * the first runs if the option is omitted.
 */
function optionsSchema(conversions: readonly [HasOptions, ...HasOptions[]]): JsonObject {
  const [best, ...others] = conversions.map(({ options }) =>
    withSecretsMarked(z.toJSONSchema(options(), { io: 'input' })),
  );
  const properties = new Map(Object.entries(propertiesOf(best)));
  for (const other of others) {
    for (const [name, property] of Object.entries(propertiesOf(other))) {
      properties.set(name, { ...withoutAbsence(property), ...annotationsOf(properties.get(name)) });
    }
  }
  const titled = [...properties].map(([name, property]) => [name, { ...titleOf(name), ...property }]);
  const [{ optionsRemark }] = conversions;
  return {
    ...best,
    properties: Object.fromEntries(titled),
    ...(conversions.length > 1 && optionsRemark !== undefined ? { description: optionsRemark } : {}),
  };
}

function propertiesOf(schema: JsonObject | undefined): Readonly<Record<string, JsonObject>> {
  const properties = Object.entries(asObject(schema?.['properties']) ?? {});
  return Object.fromEntries(properties.map(([name, property]) => [name, asObject(property) ?? {}]));
}

/**
 * A schema without the keywords that describe what happens if the option is omitted, because they only apply to its own
 * conversion.
 */
function withoutAbsence(property: JsonObject): JsonObject {
  const absence = new Set<string>(['default', optionAnnotations.unset]);
  return Object.fromEntries(Object.entries(property).filter(([keyword]) => !absence.has(keyword)));
}

function annotationsOf(property: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(property).filter(([keyword]) => annotationKeywords.has(keyword)));
}

function titleOf(name: string): JsonObject {
  const { title, unit } = optionTitle(name) ?? {};
  return title === undefined
    ? {}
    : { title, ...(unit === undefined ? {} : { [optionAnnotations.unit]: unit }) };
}
