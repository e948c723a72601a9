import * as z from 'zod/mini';
import { invalidArguments } from '../../contract/errors.ts';
import { type Fault, fault } from '../../contract/faults/fault.ts';
import { maxTemplateLength } from '../../jobs/placement/template.ts';

/** Optional texts that callers pass. Callers are code, key bindings, or models. */
export const optionalText = z.optional(z.string().check(z.maxLength(maxTemplateLength)));
export const optionalOptions = z.optional(z.record(z.string(), z.unknown()));

/**
 * Parses untrusted input from a caller.
 * @throws CodedError `arguments.invalid` with a sentence about the first invalid field
 */
export function readInput<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape, z.core.$strict>,
  given: unknown,
): z.infer<z.ZodMiniObject<Shape, z.core.$strict>> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidArguments(inputFault(Object.keys(schema.shape), parsed.error.issues[0]));
}

function inputFault(fields: readonly string[], issue: z.core.$ZodIssue | undefined): Fault {
  if (issue?.code === 'unrecognized_keys') {
    const known = fields.map((name) => `“${name}”`);
    return fault('arguments.unknown', issue.keys[0] ?? '', known.join(', '));
  }
  const [field] = issue?.path ?? [];
  return field === undefined ? fault('arguments.noObject') : fault('arguments.field', String(field));
}
