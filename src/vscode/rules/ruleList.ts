import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Glob, readGlob } from '../../util/glob.ts';
import { untrusted, joined, say, verbatim, wholePath, type SafeText } from '../text/safeText.ts';
import { presetParts } from '../batch/optionRows.ts';
import type { Preset, PresetList } from '../request/presets.ts';

/** The events that a rule can apply to: a file was added, or saved. */
const ruleEvents = ['add', 'save'] as const;
export type RuleEvent = (typeof ruleEvents)[number];

export const ruleSchema = z.strictObject({
  files: z.string().check(z.minLength(1), z.maxLength(1000)),
  preset: z.string().check(z.minLength(1), z.maxLength(200)),
  on: z.optional(z.array(z.enum(ruleEvents))),
});

/** A rule for automatic conversions: which files, which preset, and after which event. */
export interface ConversionRule {
  /** The glob, as written in the settings. */
  readonly files: string;
  /** Tests a path relative to the workspace folder. */
  readonly matches: Glob;
  readonly preset: Preset;
  readonly on: ReadonlySet<RuleEvent>;
}

/** An invalid rule in the settings. */
interface BrokenRule {
  readonly name: SafeText;
  readonly reason: SafeText;
}

export interface RuleList {
  readonly usable: readonly ConversionRule[];
  readonly broken: readonly BrokenRule[];
}

/** Reads the rules in the settings. */
export function rulesOf(setting: unknown, presets: PresetList): RuleList {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const usable: ConversionRule[] = [];
  const broken: BrokenRule[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = ruleSchema.safeParse(entry);
    if (!parsed.success) {
      broken.push({
        name: say('Entry {0}', index + 1),
        reason: say('it needs “files” and “preset”, and optionally “on”'),
      });
      continue;
    }
    const { files, preset: name, on = ruleEvents } = parsed.data;
    const matches = readGlob(files);
    const preset = presets.usable.find((each) => each.name === name);
    if (matches === undefined)
      broken.push({ name: untrusted(files), reason: say('the glob pattern is invalid') });
    else if (preset === undefined)
      broken.push({
        name: untrusted(files),
        reason: say('there’s no valid preset “{0}”', untrusted(name)),
      });
    else usable.push({ files, matches, preset, on: new Set(on) });
  }
  return { usable, broken };
}

/**
 * The rules for a file, given its path relative to the workspace folder. Contains each preset once, and at most one
 * that compresses, since two might replace the same file.
 */
export function rulesFor({ usable }: RuleList, path: string, event: RuleEvent): ConversionRule[] {
  const fitting = usable.filter(({ matches, on }) => on.has(event) && matches(path));
  const compressing = fitting.find(({ preset }) => preset.work.tool === 'compress');
  const byPreset = new Map(fitting.map((rule) => [rule.preset.name, rule]));
  return [...byPreset.values()].filter(
    ({ preset }) => preset.work.tool !== 'compress' || preset === compressing?.preset,
  );
}

/** True for hidden files and for packages, to which no rule applies. */
export function isExcludedFromRules(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') || name === 'node_modules');
}

/** A hash that is equal for rules with the same effect on the same files. */
export function rulesFingerprint({ usable }: RuleList): string {
  const content = usable.map(({ files, on, preset: { name, work, ofWorkspace } }) => [
    files,
    [...on].toSorted(),
    name,
    work,
    ofWorkspace,
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** A line for each rule that describes its preset, and a line with the reason for each invalid rule. */
export function ruleLines({ usable, broken }: RuleList): SafeText {
  return joined(
    [
      ...usable.map(({ files, preset }) =>
        joined(
          [
            // The user agrees to the whole glob, so it isn't shortened.
            joined([wholePath(files), verbatim('→'), untrusted(preset.name)], ' '),
            ...presetParts(preset.work),
          ],
          ' · ',
        ),
      ),
      ...broken.map(brokenRuleText),
    ],
    '\n',
  );
}

/** The reason why a rule is invalid. */
export function brokenRuleText({ name, reason }: BrokenRule): SafeText {
  return say('{0} can’t be applied: {1}.', name, reason);
}
