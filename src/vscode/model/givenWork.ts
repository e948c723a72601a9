import * as z from 'zod/mini';
import { ArgumentsError } from '../../contract/errors.ts';
import { type Fault, fault } from '../../contract/faults/fault.ts';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { combinationOrders, type Task } from '../../formats/workPlan.ts';
import { maxTemplateLength } from '../../jobs/placement/template.ts';
import type { RunDetails } from './runDetails.ts';
import type { Preset, PresetList } from './presets.ts';

/** What is to be done, with which details. */
export interface Work {
  readonly task: Task;
  readonly details: RunDetails;
}

const text = z.optional(z.string().check(z.maxLength(maxTemplateLength)));
const options = z.optional(z.record(z.string(), z.unknown()));
const common = { preset: text, options, outputFolder: text, outputName: text };
const schemas = {
  convert: z.strictObject({
    ...common,
    targetFormat: text,
    /** Whether all files become one, and in which order. */
    combine: z.optional(z.boolean()),
    order: z.optional(z.enum(combinationOrders)),
  }),
  compress: z.strictObject(common),
} as const satisfies Readonly<Record<DocumentedToolId, z.ZodMiniType>>;

/**
 * The work that other code, or a key, gives a command to do. What it says comes before what the preset says that it names.
 * @throws ArgumentsError where it is not clear what is meant
 */
export function givenWork(tool: DocumentedToolId, given: unknown, presets: PresetList): Work {
  const parsed = schemas[tool].safeParse(given);
  if (!parsed.success) throw new ArgumentsError(objectionTo(tool, parsed.error.issues[0]));
  const wish = { targetFormat: undefined, combine: false, order: undefined, ...parsed.data };
  const preset = wish.preset === undefined ? undefined : presetNamed(wish.preset, tool, presets);
  if (preset !== undefined && wish.targetFormat !== undefined) {
    throw new ArgumentsError(fault('arguments.presetAndTarget'));
  }
  if (preset !== undefined && wish.combine) {
    throw new ArgumentsError(fault('arguments.presetAndCombine'));
  }
  if (tool === 'convert' && preset === undefined && !wish.targetFormat) {
    throw new ArgumentsError(fault('arguments.noTarget'));
  }
  if (!wish.combine && wish.order !== undefined) {
    throw new ArgumentsError(fault('arguments.order'));
  }
  return { task: preset?.task ?? taskOf(tool, wish), details: merged(preset, wish) };
}

function taskOf(
  tool: DocumentedToolId,
  {
    targetFormat,
    combine,
    order = 'picked',
  }: Pick<z.infer<(typeof schemas)['convert']>, 'targetFormat' | 'combine' | 'order'>,
): Task {
  if (targetFormat === undefined) return { tool, targetFormat };
  const format = canonicalFormat(targetFormat);
  return combine === true ? { tool: 'combine', targetFormat: format, order } : { tool, targetFormat: format };
}

function merged(preset: Preset | undefined, wish: z.infer<(typeof schemas)['compress']>): RunDetails {
  const details: RunDetails = preset?.details ?? {};
  const output = {
    ...details.output,
    ...(wish.outputName === undefined ? {} : { name: wish.outputName }),
    // Whoever calls says where, and is no workspace.
    ...(wish.outputFolder === undefined ? {} : { folder: wish.outputFolder, ofWorkspace: false }),
  };
  return {
    ...details,
    ...(wish.options === undefined ? {} : { options: { ...details.options, ...wish.options } }),
    ...(Object.keys(output).length === 0 ? {} : { output }),
  };
}

function presetNamed(name: string, tool: DocumentedToolId, { usable, broken }: PresetList): Preset {
  const reason = broken.find((each) => each.name === name)?.reason;
  if (reason !== undefined) throw new ArgumentsError(fault('preset.broken', name, reason));
  const preset = usable.find((each) => each.name === name);
  if (preset === undefined) throw new ArgumentsError(fault('preset.missing', name));
  if (preset.task.tool === tool) return preset;
  throw new ArgumentsError(fault('preset.otherTool', name, preset.task.tool));
}

function objectionTo(tool: DocumentedToolId, issue: z.core.$ZodIssue | undefined): Fault {
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(schemas[tool].shape).map((name) => `“${name}”`);
    return fault('arguments.unknown', issue.keys[0] ?? '', known.join(', '));
  }
  const [field] = issue?.path ?? [];
  return field === undefined ? fault('arguments.noObject') : fault('arguments.field', String(field));
}
