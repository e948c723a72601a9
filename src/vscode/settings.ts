import * as vscode from 'vscode';
import { type WritingDialect, writing } from '../contract/dialect.ts';
import { asObject, type JsonObject } from '../contract/read.ts';
import type { ProgramSearch } from '../engines/programs/findPrograms.ts';
import { programIds } from '../engines/programs/programs.ts';
import type { RunOn } from '../planning/offer.ts';
import type { HistoryLimits } from '../jobs/core/history.ts';
import type { Placement } from '../jobs/core/job.ts';
import { settings, settingsSection } from '../manifest.ts';
import type { Share } from '../service/host/localService.ts';
import { dayMs } from '../util/durations.ts';
import type { OutputWish } from './request/outputChoice.ts';
import { type PresetList, presetsOf } from './request/presets.ts';
import { type RuleList, rulesOf } from './rules/ruleList.ts';
import { ownSettings, programPath, type Setting, valueOf } from './settingValues.ts';

/** The settings as they are now; a value that is not valid counts as the default. */
export const currentSettings = {
  /** Nothing of a workspace that is not trusted leaves this computer, whatever the setting says. */
  runOn: (): RunOn => (vscode.workspace.isTrusted ? runOn() : 'localOnly'),
  /** Whether the person wants nothing to be uploaded. */
  forbidsUploads: (): boolean => runOn() === 'localOnly',
  /** Globs of files that are never uploaded: the person's, and those that a workspace adds for files of its own. */
  neverUpload: (file: vscode.Uri): readonly string[] => {
    const values = vscode.workspace
      .getConfiguration(settingsSection, file)
      .inspect(ownSettings.neverUpload.id);
    const own = [values?.defaultValue, values?.globalValue];
    const added =
      vscode.workspace.getWorkspaceFolder(file) === undefined
        ? []
        : [values?.workspaceValue, values?.workspaceFolderValue];
    return [...own, ...added].flatMap(texts);
  },
  /** A batch that costs more credits than this is confirmed first. */
  confirmAboveCredits: (): number => read(ownSettings.confirmAboveCredits),
  /** The address of the network, or `undefined` while none that can be used is set. */
  baseUrl: (): URL | undefined => webAddress(read(ownSettings.baseUrl)),
  /** The account page, or `undefined`. */
  authUrl: (): URL | undefined => webAddress(read(ownSettings.authUrl)),
  dialect: (): WritingDialect => {
    const overrides = read(ownSettings.dialect);
    const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
    return { ...writing.write, ...given };
  },
  /** Where the person says that programs are, each by an absolute path. */
  programPaths: (): ProgramSearch['paths'] => {
    const paths = programIds.map((id) => [id, read(programPath(settings[id])).trim()] as const);
    return Object.fromEntries(paths.filter(([, file]) => file !== ''));
  },
  /** How much of the computer conversions on it take. */
  share: (): Partial<Share> => {
    const parallel = read(ownSettings.parallel);
    const isBelowNormal = read(ownSettings.priority) === 'belowNormal';
    return { isBelowNormal, ...(parallel > 0 && { maxParallelJobs: parallel }) };
  },
  /** The person's presets and those of the workspace, if it is trusted. */
  presets: (): PresetList => {
    const values = vscode.workspace.getConfiguration(settingsSection).inspect(ownSettings.presets.id);
    return presetsOf(values?.globalValue, vscode.workspace.isTrusted ? values?.workspaceValue : undefined);
  },
  /** The rules of the workspace, if it is trusted and has any, else the person's. */
  rules: (): RuleList => {
    const values = vscode.workspace.getConfiguration(settingsSection).inspect(ownSettings.rules.id);
    const own = vscode.workspace.isTrusted ? values?.workspaceValue : undefined;
    return rulesOf(own ?? values?.globalValue, currentSettings.presets());
  },
  /** How outputs of this file find their place, but for where that is. */
  placement: (resource: vscode.Uri): Omit<Placement, 'output'> => ({
    onCollision: read(ownSettings.onCollision),
    replaceSource: read(ownSettings.replaceSource),
    suffix: read(ownSettings.compressSuffix, resource),
    keepDates: read(ownSettings.keepDates),
  }),
  /** Where results of this file go and what they are called: what the workspace says, if it is trusted, then the person. */
  outputWishes: (resource: vscode.Uri): readonly OutputWish[] => {
    const folder = layers(ownSettings.outputFolder, resource);
    const name = layers(ownSettings.outputName, resource);
    return [
      { folder: folder.workspace, name: name.workspace, ofWorkspace: true },
      { folder: folder.user, name: name.user },
    ];
  },
  /** Where pictures go that are inserted into this text: what the workspace says, if it is trusted, then the person. */
  assetsWishes: (text: vscode.Uri): readonly OutputWish[] => {
    const { workspace, user = ownSettings.pasteFolder.fallback } = layers(ownSettings.pasteFolder, text);
    return [{ folder: workspace, ofWorkspace: true }, { folder: user }];
  },
};

/** The settings that somebody has set, by name, with the value that VS Code gives. */
export function changedSettings(): ReadonlyMap<string, unknown> {
  const section = vscode.workspace.getConfiguration(settingsSection);
  const isSet = (name: string): boolean => {
    const values = section.inspect(name);
    return [values?.globalValue, values?.workspaceValue, values?.workspaceFolderValue].some(
      (value) => value !== undefined,
    );
  };
  return new Map(
    Object.values(settings)
      .filter(isSet)
      .map((name) => [name, section.get(name)]),
  );
}

/** Keeps a preset among the person's, in the place of one of its name. */
export async function savePreset(name: string, entry: JsonObject): Promise<void> {
  const section = vscode.workspace.getConfiguration(settingsSection);
  const others = section.inspect<JsonObject>(ownSettings.presets.id)?.globalValue;
  await section.update(ownSettings.presets.id, { ...asObject(others), [name]: entry }, true);
}

/** How many ended jobs are remembered, read from the settings on each access. */
export const historySettings: HistoryLimits = {
  get maxEnded() {
    return read(ownSettings.keepCount);
  },
  get maxAgeMs() {
    return read(ownSettings.keepDays) * dayMs;
  },
};

/** Whether a change touches one of our settings. */
export function affects(event: vscode.ConfigurationChangeEvent, ...names: readonly string[]): boolean {
  return names.some((name) => event.affectsConfiguration(`${settingsSection}.${name}`));
}

/** Changes a setting of the person's, wherever they are at work. */
export async function changeSetting<T>({ id }: Setting<T>, value: T): Promise<void> {
  await vscode.workspace.getConfiguration(settingsSection).update(id, value, true);
}

function runOn(): RunOn {
  return read(ownSettings.runOn);
}

/** The strings in a value of a settings file, which may be anything. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function read<T>(setting: Setting<T>, resource?: vscode.Uri): T {
  return valueOf(setting, vscode.workspace.getConfiguration(settingsSection, resource).get(setting.id));
}

/** What a workspace and the person say, each for itself. A workspace is heard once it is trusted, on files of its own. */
function layers<T>(
  { id, schema }: Setting<T>,
  resource: vscode.Uri,
): { workspace: T | undefined; user: T | undefined } {
  const values = vscode.workspace.getConfiguration(settingsSection, resource).inspect(id);
  const valid = (value: unknown): T | undefined => schema.safeParse(value).data;
  const mayDecide = vscode.workspace.isTrusted && vscode.workspace.getWorkspaceFolder(resource) !== undefined;
  return {
    workspace: mayDecide ? (valid(values?.workspaceFolderValue) ?? valid(values?.workspaceValue)) : undefined,
    user: valid(values?.globalValue),
  };
}

/** The address that a person wrote, where it is one of the web. */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}
