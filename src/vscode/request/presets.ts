import * as z from 'zod/mini';
import { formatNamed } from '../../contract/formats/naming.ts';
import { asObject, type JsonObject } from '../../contract/read.ts';
import { isSecretOption, withoutSecrets } from '../../contract/options.ts';
import { documentedToolIds } from '../../contract/tools.ts';
import type { Work } from '../../planning/work.ts';
import { maxTemplateLength } from '../../jobs/placement/template.ts';
import { untrusted, say, type SafeText } from '../text/safeText.ts';

/** A named request from the settings of the user, or of a trusted workspace. */
export interface Preset {
  readonly name: string;
  readonly work: Work;
  readonly ofWorkspace: boolean;
}

/** An invalid preset in the settings. */
export interface BrokenPreset {
  readonly name: string;
  readonly reason: SafeText;
}

export interface PresetList {
  readonly usable: readonly Preset[];
  readonly broken: readonly BrokenPreset[];
}

export const maxPresetName = 60;

const template = z.string().check(z.maxLength(maxTemplateLength));

/**
 * A preset in the settings. All option names are allowed, because services may have other options than this computer.
 */
export const presetSchema = z.strictObject({
  tool: z.optional(z.enum(documentedToolIds)),
  target: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  options: z.optional(z.record(z.string(), z.unknown())),
  folder: z.optional(template),
  name: z.optional(template),
});

/** The presets in the settings. If a name is in both, the workspace's preset applies. */
export function presetsOf(user: unknown, workspace: unknown): PresetList {
  const read = new Map([...entriesOf(user, false), ...entriesOf(workspace, true)]);
  const [usable, broken]: [Preset[], BrokenPreset[]] = [[], []];
  for (const each of read.values()) {
    if ('reason' in each) broken.push(each);
    else usable.push(each);
  }
  return { usable, broken };
}

/** The settings entry that saves this work as a preset, without secrets. */
export function presetEntry({ tool, targetFormat, options = {}, output = {} }: Work): JsonObject {
  const kept = withoutSecrets(options);
  const entry = {
    tool,
    target: targetFormat,
    options: Object.keys(kept).length === 0 ? undefined : kept,
    folder: output.folder,
    name: output.name,
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

/** The reason why a preset can't have this name, or `undefined`. */
export function presetNameProblem(name: string): SafeText | undefined {
  if (name.trim() === '') return say('Enter a name.');
  // VS Code would use an entry of this name as the prototype of the settings object.
  if (name.trim() === '__proto__') return say('Choose another name.');
  return name.length > maxPresetName ? say('Enter at most {0} characters.', maxPresetName) : undefined;
}

function entriesOf(setting: unknown, ofWorkspace: boolean): [string, Preset | BrokenPreset][] {
  return Object.entries(asObject(setting) ?? {}).map(([name, entry]) => [
    name,
    readEntry(name, entry, ofWorkspace),
  ]);
}

function readEntry(name: string, entry: unknown, ofWorkspace: boolean): Preset | BrokenPreset {
  const parsed = presetSchema.safeParse(entry);
  if (!parsed.success) return { name, reason: reasonOf(parsed.error.issues[0]) };
  const { tool = 'convert', target, options, folder, name: template } = parsed.data;
  const targetFormat = formatNamed(target);
  if (tool === 'convert' && targetFormat === undefined) {
    return { name, reason: say('it has no target format') };
  }
  if (tool === 'compress' && target !== undefined) {
    return { name, reason: say('compression keeps the format, so it can’t have a target') };
  }
  const secret = Object.keys(options ?? {}).find(isSecretOption);
  if (secret !== undefined) {
    return { name, reason: say('secrets such as “{0}” don’t belong in settings', untrusted(secret)) };
  }
  const output = { folder, name: template, ofWorkspace };
  return {
    name,
    work: {
      tool,
      targetFormat,
      preset: name,
      ...(options === undefined ? {} : { options }),
      ...(folder === undefined && template === undefined ? {} : { output }),
    },
    ofWorkspace,
  };
}

function reasonOf(issue: z.core.$ZodIssue | undefined): SafeText {
  if (issue?.code === 'unrecognized_keys') {
    return say('“{0}” is unknown', untrusted(issue.keys[0] ?? ''));
  }
  const [field] = issue?.path ?? [];
  return field === undefined
    ? say('it isn’t an object')
    : say('its “{0}” has an invalid value', untrusted(String(field)));
}
