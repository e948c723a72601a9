import * as z from 'zod/mini';
import { canonicalFormat } from '../contract/formats/naming.ts';
import {
  annotationKeywords,
  optionAnnotations,
  optionTitle,
  withSecretsMarked,
} from '../contract/options.ts';
import { asObject, type JsonObject } from '../contract/read.ts';
import type { Conversion } from '../engines/api/engineDescription.ts';
import type { FoundPrograms } from '../engines/programs/findPrograms.ts';
import { type RegisteredConversion, availableConversions } from '../engines/registry.ts';
import { requireCombination, requireCompression, unsupportedPair } from './assignment.ts';

/**
 * The options of a conversion.
 * @throws ServiceError `conversions.unsupported_pair`
 */
export function conversionSchema(from: string, to: string, found: FoundPrograms): JsonObject {
  return optionsSchema(requireConversions(from, to, found));
}

/**
 * The options of a compression.
 * @throws ServiceError `compressions.unsupported_format`
 */
export function compressionSchema(format: string, found: FoundPrograms): JsonObject {
  return optionsSchema([requireCompression(format, found)]);
}

/**
 * The options for combining files.
 * @throws ServiceError `request.invalid_target_format`
 */
export function combinationSchema(to: string): JsonObject {
  return optionsSchema([requireCombination(to)]);
}

/**
 * The conversions that are available for a pair, the best one first.
 * @throws ServiceError `conversions.unsupported_pair`
 */
export function requireConversions(
  from: string,
  to: string,
  found: FoundPrograms,
): [RegisteredConversion, ...RegisteredConversion[]] {
  const [first, ...others] = availableConversions(canonicalFormat(from), canonicalFormat(to), found);
  if (first) return [first, ...others];
  throw unsupportedPair(canonicalFormat(from), canonicalFormat(to));
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
