import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type WritingDialect, writing } from '../contract/dialect.ts';
import type { ProgramSearch } from '../engines/programs/findPrograms.ts';
import { programIds } from '../engines/programs/programs.ts';
import { type RunOn, runOnValues } from '../formats/chooseService.ts';
import { type HistoryLimits, historyLimits } from '../jobs/core/history.ts';
import type { OnCollision, Placement } from '../jobs/core/job.ts';
import { settings, settingsSection } from '../manifest.ts';

const msPerDay = 24 * 60 * 60 * 1000;

const schemas = {
  runOn: z.enum(runOnValues),
  onCollision: z.enum(['rename', 'ask', 'overwrite', 'skip']),
  dialect: z.partial(
    z.object({
      schemaFrom: z.string(),
      schemaTo: z.string(),
      optionsField: z.string(),
      optionsEncoding: z.enum(['json', 'fields']),
    }),
  ),
};

/** The settings as they are now; a value that is not valid counts as the default. */
export const currentSettings = {
  /** A workspace that is not trusted is worked on here, whatever the setting says. */
  runOn: (): RunOn => (vscode.workspace.isTrusted ? runOn() : 'localOnly'),
  /** Whether the person wants nothing to be uploaded. */
  forbidsUploads: (): boolean => runOn() === 'localOnly',
  /** Globs of files that are never uploaded: the person's, and those that a workspace adds for files of its own. */
  neverUpload: (file: vscode.Uri): readonly string[] => {
    const values = vscode.workspace.getConfiguration(settingsSection, file).inspect(settings.neverUpload);
    const own = [values?.defaultValue, values?.globalValue];
    const added =
      vscode.workspace.getWorkspaceFolder(file) === undefined
        ? []
        : [values?.workspaceValue, values?.workspaceFolderValue];
    return [...own, ...added].flatMap(texts);
  },
  /** The address of the network, or `undefined` while none that can be used is set. */
  baseUrl: (): URL | undefined => webAddress(read(settings.baseUrl, z.string(), '')),
  /** The account page, or `undefined`. */
  authUrl: (): URL | undefined => webAddress(read(settings.authUrl, z.string(), '')),
  dialect: (): WritingDialect => {
    const overrides = read(settings.dialect, schemas.dialect, {});
    const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
    return { ...writing.write, ...given };
  },
  /** Where the person says that programs are, each by an absolute path. */
  programPaths: (): ProgramSearch['paths'] => {
    const paths = programIds.map((id) => [id, read(settings[id], z.string(), '').trim()] as const);
    return Object.fromEntries(paths.filter(([, file]) => file !== ''));
  },
  /** How outputs of this file find their place. */
  placement: (resource: vscode.Uri): Placement => ({
    onCollision: read<OnCollision>(settings.onCollision, schemas.onCollision, 'rename'),
    replaceSource: read(settings.replaceSource, z.boolean(), false),
    suffix: read(settings.compressSuffix, z.string(), '-compressed', resource),
  }),
};

/** How many ended jobs are remembered; each look tells what the settings say by then. */
export const historySettings: HistoryLimits = {
  get maxEnded() {
    return read(settings.keepCount, z.number(), historyLimits.maxEnded);
  },
  get maxAgeMs() {
    return read(settings.keepDays, z.number(), historyLimits.maxAgeMs / msPerDay) * msPerDay;
  },
};

/** Whether a change touches one of our settings. */
export function affects(event: vscode.ConfigurationChangeEvent, ...names: readonly string[]): boolean {
  return names.some((name) => event.affectsConfiguration(`${settingsSection}.${name}`));
}

function runOn(): RunOn {
  return read(settings.runOn, schemas.runOn, 'auto');
}

/** The texts in a list that may hold anything. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function read<T>(name: string, schema: z.ZodMiniType<T>, fallback: T, resource?: vscode.Uri): T {
  const parsed = schema.safeParse(vscode.workspace.getConfiguration(settingsSection, resource).get(name));
  return parsed.success ? parsed.data : fallback;
}

function webAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}
