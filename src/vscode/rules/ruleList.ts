import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Glob, readGlob } from '../../util/glob.ts';
import { foreign, joined, say, verbatim, type Words } from '../text/words.ts';
import { presetParts } from '../options/presetRows.ts';
import type { Preset, PresetList } from '../request/presets.ts';

/** What may have happened to a file for a rule to apply. */
export const ruleEvents = ['add', 'save'] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** An entry of the setting. */
export const ruleSchema = z.strictObject({
  files: z.string().check(z.minLength(1), z.maxLength(1000)),
  preset: z.string().check(z.minLength(1), z.maxLength(200)),
  on: z.optional(z.array(z.enum(ruleEvents))),
});

/** Which files are worked on by themselves, by which preset, and when. */
export interface Rule {
  /** The glob, as it was written. */
  readonly files: string;
  /** Whether it names a path in the workspace's folder. */
  readonly matches: Glob;
  readonly preset: Preset;
  readonly on: ReadonlySet<RuleEvent>;
}

/** An entry of the setting that can't be followed. */
export interface BrokenRule {
  readonly name: Words;
  readonly reason: Words;
}

export interface RuleList {
  readonly usable: readonly Rule[];
  readonly broken: readonly BrokenRule[];
}

/** What the setting holds, each entry for itself. */
export function rulesOf(setting: unknown, presets: PresetList): RuleList {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const usable: Rule[] = [];
  const broken: BrokenRule[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = ruleSchema.safeParse(entry);
    if (!parsed.success) {
      broken.push({
        name: say('Entry {0}', index + 1),
        reason: say('it takes “files”, “preset” and, if you like, “on”'),
      });
      continue;
    }
    const { files, preset: name, on = ruleEvents } = parsed.data;
    const matches = readGlob(files);
    const preset = presets.usable.find((each) => each.name === name);
    if (matches === undefined) broken.push({ name: foreign(files), reason: say('the glob can’t be read') });
    else if (preset === undefined)
      broken.push({
        name: foreign(files),
        reason: say('there is no preset “{0}” that can be used', foreign(name)),
      });
    else usable.push({ files, matches, preset, on: new Set(on) });
  }
  return { usable, broken };
}

/**
 * The rules that are for a file, by its path in the workspace's folder: each preset once, and one that compresses at most, since
 * two might take the place of the same file.
 */
export function rulesFor({ usable }: RuleList, path: string, event: RuleEvent): Rule[] {
  const fitting = usable.filter(({ matches, on }) => on.has(event) && matches(path));
  const compressing = fitting.find(({ preset }) => preset.task.tool === 'compress');
  const byPreset = new Map(fitting.map((rule) => [rule.preset.name, rule]));
  return [...byPreset.values()].filter(
    ({ preset }) => preset.task.tool !== 'compress' || preset === compressing?.preset,
  );
}

/** Whether no rule is for a path, whatever it says: what is hidden, or a package of others. */
export function isOutOfBounds(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') || name === 'node_modules');
}

/** The same for rules that do the same to the same files. */
export function rulesFingerprint({ usable }: RuleList): string {
  const content = usable.map(({ files, on, preset: { name, task, details, ofWorkspace } }) => [
    files,
    [...on].toSorted(),
    name,
    task,
    details,
    ofWorkspace,
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Each rule in a line with what its preset does, and each that can't be followed, with the reason. */
export function ruleLines({ usable, broken }: RuleList): Words {
  return joined(
    [
      ...usable.map(({ files, preset }) =>
        joined(
          [joined([foreign(files), verbatim('→'), foreign(preset.name)], ' '), ...presetParts(preset)],
          ' · ',
        ),
      ),
      ...broken.map(brokenRuleText),
    ],
    '\n',
  );
}

/** Why a rule can't be followed. */
export function brokenRuleText({ name, reason }: BrokenRule): Words {
  return say('{0} can’t be followed: {1}.', name, reason);
}
