import * as z from 'zod/mini';
import { annotationKeywords, optionAnnotations, withSecretsMarked } from '../../../contract/optionSchema.ts';
import { optionTitle } from '../../../contract/optionNames.ts';
import { asObject, type JsonObject } from '../../../contract/read.ts';
import type { Conversion } from '../../../engines/api/engineDescription.ts';

type HasOptions = Pick<Conversion, 'options' | 'optionsRemark'>;

/**
 * The options of several conversions for one task, the best one first, as a JSON Schema with descriptions and defaults.
 * If two conversions share an option, the second's narrower range of values applies, but the first's default, because
 * the first runs if the option is omitted.
 */
export function optionsSchema(conversions: readonly [HasOptions, ...HasOptions[]]): JsonObject {
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
