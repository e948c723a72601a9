import * as z from 'zod/mini';
import { invalidArguments } from '../../contract/errors.ts';
import { fault, type Fault } from '../../contract/fault.ts';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { type CombinationOrder, combinationOrders, type Work } from '../../planning/work.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Preset, PresetList } from './presets.ts';
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

/** A caller's request in the extension's terms. A preset provides what it omits. */
interface CallerRequest {
  readonly target?: string | undefined;
  readonly preset?: string | undefined;
  readonly options?: JobOptions | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  /** True to combine all files into one, in the given order. */
  readonly combine?: boolean | undefined;
  readonly order?: CombinationOrder | undefined;
}

/**
 * The work that a request describes. Its fields take precedence over those of its preset.
 * @param targetField the caller's name for the target, for error messages
 * @throws CodedError `arguments.invalid` for an invalid request
 */
export function workOf(
  tool: DocumentedToolId,
  request: CallerRequest,
  presets: PresetList,
  targetField: 'target' | 'targetFormat',
): Work {
  const preset = request.preset === undefined ? undefined : presetNamed(request.preset, tool, presets);
  if (preset !== undefined && request.target !== undefined) {
    throw invalidArguments(fault('arguments.presetAndTarget', targetField));
  }
  if (preset !== undefined && request.combine === true) {
    throw invalidArguments(fault('arguments.presetAndCombine'));
  }
  if (tool === 'convert' && preset === undefined && !request.target) {
    throw invalidArguments(fault('arguments.noTarget', targetField));
  }
  if (request.combine !== true && request.order !== undefined) {
    throw invalidArguments(fault('arguments.order'));
  }
  return merged(preset?.work ?? workWithoutPreset(tool, request), request);
}

/**
 * A request from code that the user isn't involved in. It can't combine files, and only replaces sources if `replace`
 * is set.
 */
interface CodeRequest extends Omit<CallerRequest, 'combine' | 'order'> {
  readonly replace?: boolean | undefined;
}

/**
 * The work for a request from another extension or a model. Settings that let the user's own commands overwrite files
 * don't apply, because the caller doesn't know them.
 * @throws CodedError `arguments.invalid` for an invalid request
 */
export function workForCode(
  tool: DocumentedToolId,
  { replace = false, ...request }: CodeRequest,
  presets: PresetList,
): Work {
  const work = workOf(tool, request, presets, 'target');
  if (replace && work.output !== undefined) throw invalidArguments(fault('arguments.replaceElsewhere'));
  return { ...work, newNamesOnly: true, ...(replace ? { inPlace: true } : {}) };
}

function workWithoutPreset(
  tool: DocumentedToolId,
  { target, combine, order = 'picked' }: CallerRequest,
): Work {
  if (target === undefined) return { tool, targetFormat: target };
  const targetFormat = canonicalFormat(target);
  return combine === true ? { tool: 'combine', targetFormat, order } : { tool, targetFormat };
}

function merged(work: Work, request: CallerRequest): Work {
  const output = {
    ...work.output,
    ...(request.name === undefined ? {} : { name: request.name }),
    // The folder comes from the caller, even if a workspace's preset is used.
    ...(request.folder === undefined ? {} : { folder: request.folder, ofWorkspace: false }),
  };
  return {
    ...work,
    ...(request.options === undefined ? {} : { options: { ...work.options, ...request.options } }),
    ...(Object.keys(output).length === 0 ? {} : { output }),
  };
}

function presetNamed(name: string, tool: DocumentedToolId, { usable, broken }: PresetList): Preset {
  const reason = broken.find((each) => each.name === name)?.reason;
  if (reason !== undefined) throw invalidArguments(fault('preset.broken', name, reason));
  const preset = usable.find((each) => each.name === name);
  if (preset === undefined) throw invalidArguments(fault('preset.missing', name));
  if (preset.work.tool === tool) return preset;
  throw invalidArguments(fault('preset.otherTool', name, preset.work.tool));
}

const common = {
  preset: optionalText,
  options: optionalOptions,
  outputFolder: optionalText,
  outputName: optionalText,
};
const compressing = z.strictObject(common);
const converting = z.strictObject({
  ...common,
  targetFormat: optionalText,
  combine: z.optional(z.boolean()),
  order: z.optional(z.enum(combinationOrders)),
});

/**
 * The work that code, or a key binding, passes to a command.
 * @throws CodedError `arguments.invalid` for an invalid request
 */
export function workFromArguments(tool: DocumentedToolId, given: unknown, presets: PresetList): Work {
  const input: z.infer<typeof converting> =
    tool === 'convert' ? readInput(converting, given) : readInput(compressing, given);
  const { targetFormat: target, outputFolder: folder, outputName: name, ...request } = input;
  return workOf(tool, { ...request, target, folder, name }, presets, 'targetFormat');
}
