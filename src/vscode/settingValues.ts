import * as z from 'zod/mini';
import { optionsEncodings } from '../contract/dialect.ts';
import { runOnValues } from '../planning/offer.ts';
import { historyLimits } from '../jobs/core/history.ts';
import { onCollisionChoices } from '../jobs/core/job.ts';
import { maxTemplateLength } from '../jobs/placement/template.ts';
import { settings } from '../manifest.ts';
import { dayMs } from '../util/durations.ts';
import { presetSchema } from './request/presets.ts';
import { ruleSchema } from './rules/ruleList.ts';

/** A setting, as package.json has to say it again; `test/manifest.test.ts` compares the two. */
export interface Setting<T> {
  /** With the section left out. */
  readonly id: string;
  /** Its values, with their bounds. */
  readonly schema: z.ZodMiniType<T>;
  /** What counts for a number beyond its bounds: the nearest within them. */
  readonly nearest?: (value: number) => number;
  /** What counts where nothing is set, or nothing valid. */
  readonly fallback: T;
  /**
   * `resource` for the few that a workspace may decide for files of its own, `window` for what it may offer. `machine` is the
   * person's like `application`, but each remote has a value of its own.
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

/** Every setting but the paths of programs. */
export const ownSettings = {
  runOn: setting(settings.runOn, z.enum(runOnValues), 'auto'),
  baseUrl: setting(settings.baseUrl, z.string(), ''),
  authUrl: setting(settings.authUrl, z.string(), ''),
  outputFolder: setting(settings.outputFolder, template, '', 'resource'),
  outputName: setting(settings.outputName, template, '', 'resource'),
  keepDates: setting(settings.keepDates, z.boolean(), true),
  onCollision: setting(settings.onCollision, z.enum(onCollisionChoices), 'rename'),
  compressSuffix: setting(
    settings.compressSuffix,
    z.string().check(z.maxLength(64)),
    '-compressed',
    'resource',
  ),
  replaceSource: setting(settings.replaceSource, z.boolean(), false),
  presets: setting(settings.presets, z.record(z.string(), presetSchema), {}, 'window'),
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

/** The path of a program, by the setting's id. */
export function programPath(id: string): Setting<string> {
  return setting(id, z.string(), '', 'machine');
}

/** What a setting means that has this value, which a person may have typed. */
export function valueOf<T>({ schema, nearest, fallback }: Setting<T>, value: unknown): T {
  const parsed = schema.safeParse(nearest && typeof value === 'number' ? nearest(value) : value);
  return parsed.success ? parsed.data : fallback;
}

/** A number from 0 to `most`. */
function bounded(
  id: string,
  type: z.ZodMiniNumber<number>,
  most: number,
  fallback: number,
  scope?: Setting<number>['scope'],
): Setting<number> {
  const schema = type.check(z.minimum(0), z.maximum(most));
  return { ...setting(id, schema, fallback, scope), nearest: (value) => Math.min(most, Math.max(0, value)) };
}

function setting<T>(
  id: string,
  schema: z.ZodMiniType<T>,
  fallback: T,
  scope: Setting<T>['scope'] = 'application',
): Setting<T> {
  return { id, schema, fallback, scope };
}
