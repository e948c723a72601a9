import { ArgumentsError } from '../../contract/errors.ts';
import { fault } from '../../contract/faults/fault.ts';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { CombinationOrder, Task } from '../../planning/workPlan.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Preset, PresetList } from './presets.ts';
import type { RunDetails } from './runDetails.ts';

/** What is to be done, with which details. */
export interface Work {
  readonly task: Task;
  readonly details: RunDetails;
}

/** What a caller asks for, under our names; a preset says the rest. */
export interface Wish {
  readonly target?: string | undefined;
  readonly preset?: string | undefined;
  readonly options?: JobOptions | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  /** Whether all files become one, and in which order. */
  readonly combine?: boolean | undefined;
  readonly order?: CombinationOrder | undefined;
}

/**
 * The work that is asked for. What a wish says comes before what the preset says that it names.
 * @param targetField What the caller calls the target, for the sentence about it
 * @throws ArgumentsError where it is not clear what is meant
 */
export function workOf(
  tool: DocumentedToolId,
  wish: Wish,
  presets: PresetList,
  targetField: 'target' | 'targetFormat',
): Work {
  const preset = wish.preset === undefined ? undefined : presetNamed(wish.preset, tool, presets);
  if (preset !== undefined && wish.target !== undefined) {
    throw new ArgumentsError(fault('arguments.presetAndTarget', targetField));
  }
  if (preset !== undefined && wish.combine === true) {
    throw new ArgumentsError(fault('arguments.presetAndCombine'));
  }
  if (tool === 'convert' && preset === undefined && !wish.target) {
    throw new ArgumentsError(fault('arguments.noTarget', targetField));
  }
  if (wish.combine !== true && wish.order !== undefined) {
    throw new ArgumentsError(fault('arguments.order'));
  }
  return { task: preset?.task ?? taskOf(tool, wish), details: merged(preset, wish) };
}

/** What code asks for without a person at hand: it needs `replace` to replace a source, and nothing else is replaced. */
export interface CodeWish extends Omit<Wish, 'combine' | 'order'> {
  readonly replace?: boolean | undefined;
}

/**
 * The work that other extensions and models ask for. The settings let a person's own commands overwrite files; they agree to
 * nothing here, because the caller doesn't know them.
 * @throws ArgumentsError where it is not clear what is meant
 */
export function workForCode(
  tool: DocumentedToolId,
  { replace = false, ...wish }: CodeWish,
  presets: PresetList,
): Work {
  const { task, details } = workOf(tool, wish, presets, 'target');
  if (replace && details.output !== undefined) throw new ArgumentsError(fault('arguments.replaceElsewhere'));
  return { task, details: { ...details, newNamesOnly: true, ...(replace ? { inPlace: true } : {}) } };
}

function taskOf(tool: DocumentedToolId, { target, combine, order = 'picked' }: Wish): Task {
  if (target === undefined) return { tool, targetFormat: target };
  const targetFormat = canonicalFormat(target);
  return combine === true ? { tool: 'combine', targetFormat, order } : { tool, targetFormat };
}

function merged(preset: Preset | undefined, wish: Wish): RunDetails {
  const details: RunDetails = preset?.details ?? {};
  const output = {
    ...details.output,
    ...(wish.name === undefined ? {} : { name: wish.name }),
    // Whoever calls says where, and is no workspace.
    ...(wish.folder === undefined ? {} : { folder: wish.folder, ofWorkspace: false }),
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
