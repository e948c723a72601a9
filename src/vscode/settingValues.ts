import * as z from 'zod/mini';
import { optionsEncodings } from '../contract/dialect.ts';
import { runOnValues } from '../planning/offer.ts';
import { historyLimits } from '../jobs/core/jobStore.ts';
import { onCollisionChoices } from '../jobs/core/job.ts';
import { maxTemplateLength } from '../jobs/placement/template.ts';
import { formatCommands, settings } from '../manifest.ts';
import { dayMs } from '../util/clock.ts';
import { presetSchema } from './request/presets.ts';
import { ruleSchema } from './rules/ruleList.ts';

/** A setting. `tools/packaging/contributions/settings.ts` adds more facts about it for `package.json`. */
export interface ExtensionSetting<T> {
  /** The setting's name without the section. */
  readonly id: string;
  /** The type and the bounds of the setting's values. */
  readonly schema: z.ZodMiniType<T>;
  /** Returns the nearest allowed number, for numbers out of bounds. */
  readonly nearest?: (value: number) => number;
  /** The default, which also applies instead of invalid values. */
  readonly fallback: T;
  /**
   * VS Code's scope for the setting. Few have `resource`, so that a workspace can set them for its own files, or
   * `window`, for the workspace's suggestions. Like `application`, `machine` belongs to the user, but has a separate
   * value on each remote.
   */
  readonly scope: 'application' | 'machine' | 'resource' | 'window';
}

const dialect = z.partial(
  z.object({
    schemaFrom: z.string(),
    schemaTo: z.string(),
    optionsField: z.string(),
    optionsEncoding: z.enum(optionsEncodings),
  }),
);

const template = z.string().check(z.maxLength(maxTemplateLength));

/** All settings, except the paths of programs. */
export const ownSettings = {
  runOn: setting(settings.runOn, z.enum(runOnValues), 'auto'),
  baseUrl: setting(settings.baseUrl, z.string(), ''),
  authUrl: setting(settings.authUrl, z.string(), ''),
  outputFolder: setting(settings.outputFolder, template, '', 'resource'),
  outputName: setting(settings.outputName, template, '', 'resource'),
  keepDates: setting(settings.keepDates, z.boolean(), true),
  embedPictures: setting(settings.embedPictures, z.boolean(), false),
  onCollision: setting(settings.onCollision, z.enum(onCollisionChoices), 'rename'),
  compressSuffix: setting(
    settings.compressSuffix,
    z.string().check(z.maxLength(64)),
    '-compressed',
    'resource',
  ),
  replaceSource: setting(settings.replaceSource, z.boolean(), false),
  presets: setting(settings.presets, z.record(z.string(), presetSchema), {}, 'window'),
  menuFormats: setting(
    settings.menuFormats,
    z.array(z.enum(Object.keys(formatCommands))).check(z.maxLength(3)),
    ['webp', 'pdf', 'mp3'],
  ),
  livePreview: setting(settings.livePreview, z.boolean(), true),
  pasteFolder: setting(settings.pasteFolder, template, 'assets', 'resource'),
  rules: setting(settings.rules, z.array(ruleSchema), [], 'window'),
  dialect: setting(settings.dialect, dialect, {}),
  neverUpload: setting(settings.neverUpload, z.array(z.string()), [], 'resource'),
  confirmAboveCredits: bounded(settings.confirmAboveCredits, z.int(), 1_000_000, 20),
  keepDays: bounded(settings.keepDays, z.number(), 3650, historyLimits.maxAgeMs / dayMs),
  keepCount: bounded(settings.keepCount, z.int(), 10_000, historyLimits.maxEnded),
  parallel: bounded(settings.parallel, z.int(), 64, 0, 'machine'),
  priority: setting(settings.priority, z.enum(['belowNormal', 'normal']), 'belowNormal', 'machine'),
} as const;

export function programPath(id: string): ExtensionSetting<string> {
  return setting(id, z.string(), '', 'machine');
}

/** The effective value for the untrusted value of a setting. */
export function valueOf<T>({ schema, nearest, fallback }: ExtensionSetting<T>, value: unknown): T {
  const parsed = schema.safeParse(nearest && typeof value === 'number' ? nearest(value) : value);
  return parsed.success ? parsed.data : fallback;
}

/** A number from 0 to `most`. */
function bounded(
  id: string,
  type: z.ZodMiniNumber<number>,
  most: number,
  fallback: number,
  scope?: ExtensionSetting<number>['scope'],
): ExtensionSetting<number> {
  const schema = type.check(z.minimum(0), z.maximum(most));
  return { ...setting(id, schema, fallback, scope), nearest: (value) => Math.min(most, Math.max(0, value)) };
}

function setting<T>(
  id: string,
  schema: z.ZodMiniType<T>,
  fallback: T,
  scope: ExtensionSetting<T>['scope'] = 'application',
): ExtensionSetting<T> {
  return { id, schema, fallback, scope };
}
