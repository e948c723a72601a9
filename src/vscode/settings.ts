import * as vscode from 'vscode';
import { type RequestDialect, requestDialect } from '../contract/dialect.ts';
import { asObject, type JsonObject } from '../contract/read.ts';
import type { ProgramSearch } from '../engines/programs/findPrograms.ts';
import { programIds } from '../engines/programs/programs.ts';
import type { RunOn } from '../planning/offer.ts';
import type { HistoryLimits } from '../jobs/core/jobStore.ts';
import type { Placement } from '../jobs/core/job.ts';
import { settings, settingsSection } from '../manifest.ts';
import type { Share, LocalService } from './localService/localService.ts';
import { dayMs } from '../util/clock.ts';
import type { OutputRequest } from '../planning/work.ts';
import { type PresetList, presetsOf } from './request/presets.ts';
import { type RuleList, rulesOf } from './rules/ruleList.ts';
import { ownSettings, programPath, type ExtensionSetting, valueOf } from './settingValues.ts';

/** The current settings. Invalid values are replaced by the default. */
export const currentSettings = {
  /** The services that may be used. Files in an untrusted workspace never leave this computer, whatever the setting. */
  runOn: (): RunOn => (vscode.workspace.isTrusted ? runOn() : 'localOnly'),
  /** The services that the user has chosen; `undefined` if the default applies. */
  chosenRunOn: (): RunOn | undefined => {
    const { id, schema } = ownSettings.runOn;
    const values = vscode.workspace.getConfiguration(settingsSection).inspect(id);
    return schema.safeParse(values?.globalValue).data;
  },
  /** True if the user has forbidden uploads. */
  forbidsUploads: (): boolean => runOn() === 'localOnly',
  /** Globs of files that are never uploaded: the user's globs, and those that a workspace adds for its own files. */
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
  /** Batches that cost more credits are confirmed first. */
  confirmAboveCredits: (): number => read(ownSettings.confirmAboveCredits),
  /** The address of the network; `undefined` if no valid address is set. */
  baseUrl: (): URL | undefined => webAddress(read(ownSettings.baseUrl)),
  /** True to show the effect of options on images in a live preview. */
  showsLivePreview: (): boolean => read(ownSettings.livePreview),
  authUrl: (): URL | undefined => webAddress(read(ownSettings.authUrl)),
  dialect: (): RequestDialect => {
    const overrides = read(ownSettings.dialect);
    const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
    return { ...requestDialect.write, ...given };
  },
  /** The absolute paths of programs that the user has set. */
  programPaths: (): ProgramSearch['paths'] => {
    const paths = programIds.map((id) => [id, read(programPath(settings[id])).trim()] as const);
    return Object.fromEntries(paths.filter(([, file]) => file !== ''));
  },
  /** The share of the computer that local conversions may use. */
  share: (): Partial<Share> => {
    const parallel = read(ownSettings.parallel);
    const isBelowNormal = read(ownSettings.priority) === 'belowNormal';
    return { isBelowNormal, ...(parallel > 0 && { maxParallelJobs: parallel }) };
  },
  /** The user's presets, and those of a trusted workspace. */
  presets: (): PresetList => {
    const values = vscode.workspace.getConfiguration(settingsSection).inspect(ownSettings.presets.id);
    return presetsOf(values?.globalValue, vscode.workspace.isTrusted ? values?.workspaceValue : undefined);
  },
  /** The rules of a trusted workspace if it has any, or else the user's. */
  rules: (): RuleList => {
    const values = vscode.workspace.getConfiguration(settingsSection).inspect(ownSettings.rules.id);
    const own = vscode.workspace.isTrusted ? values?.workspaceValue : undefined;
    return rulesOf(own ?? values?.globalValue, currentSettings.presets());
  },
  /** The rules for saving the outputs of this file, without their folder and name. */
  placement: (resource: vscode.Uri): Omit<Placement, 'output'> => ({
    onCollision: read(ownSettings.onCollision),
    replaceSource: read(ownSettings.replaceSource),
    suffix: read(ownSettings.compressSuffix, resource),
    keepDates: read(ownSettings.keepDates),
    separatesPictures: !read(ownSettings.embedPictures),
  }),
  /** The wanted folder and name for results of this file: those of a trusted workspace first, then the user's. */
  outputRequests: (resource: vscode.Uri): readonly OutputRequest[] => {
    const folder = layers(ownSettings.outputFolder, resource);
    const name = layers(ownSettings.outputName, resource);
    return [
      { folder: folder.workspace, name: name.workspace, ofWorkspace: true },
      { folder: folder.user, name: name.user },
    ];
  },
  /**
   * The wanted folder for pictures that are inserted into this text: that of a trusted workspace first, then the
   * user's.
   */
  pasteRequests: (text: vscode.Uri): readonly OutputRequest[] => {
    const { workspace, user = ownSettings.pasteFolder.fallback } = layers(ownSettings.pasteFolder, text);
    return [{ folder: workspace, ofWorkspace: true }, { folder: user }];
  },
};

/** The settings that have been changed from their defaults, by name, with VS Code's values. */
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

/** Saves a preset in the user's settings. Replaces a preset with the same name. */
export async function savePreset(name: string, entry: JsonObject): Promise<void> {
  const section = vscode.workspace.getConfiguration(settingsSection);
  const others = section.inspect<JsonObject>(ownSettings.presets.id)?.globalValue;
  await section.update(ownSettings.presets.id, { ...asObject(others), [name]: entry }, true);
}

/** Limits on ended jobs. Each access reads the current settings. */
export const historySettings: HistoryLimits = {
  get maxEnded() {
    return read(ownSettings.keepCount);
  },
  get maxAgeMs() {
    return read(ownSettings.keepDays) * dayMs;
  },
};

/** True if a change affects one of these settings. */
export function affects(event: vscode.ConfigurationChangeEvent, ...names: readonly string[]): boolean {
  return names.some((name) => event.affectsConfiguration(`${settingsSection}.${name}`));
}

/** Changes a setting for the user, in all workspaces. */
export async function changeSetting<T>({ id }: ExtensionSetting<T>, value: T): Promise<void> {
  await vscode.workspace.getConfiguration(settingsSection).update(id, value, true);
}

function runOn(): RunOn {
  return read(ownSettings.runOn);
}

/** The strings in the value of a setting, which can be anything. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function read<T>(setting: ExtensionSetting<T>, resource?: vscode.Uri): T {
  return valueOf(setting, vscode.workspace.getConfiguration(settingsSection, resource).get(setting.id));
}

/**
 * The values in the settings of the workspace and of the user. The workspace's value only counts if the workspace is
 * trusted, and only for its own files.
 */
function layers<T>(
  { id, schema }: ExtensionSetting<T>,
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

/** The URL in a setting, if it is an HTTP or HTTPS address. */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/**
 * The locations to search for the user's programs. Open folders are never searched, because their files may come from
 * other people.
 */
export function programSearch(): ProgramSearch {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return { paths: currentSettings.programPaths(), avoid: folders.map(({ uri }) => uri.fsPath) };
}

/** The settings that the local service needs, read when it needs them. */
export const localSettings = { programs: programSearch, share: currentSettings.share };

/** Updates the local service when settings or open folders change. */
export function followPrograms(local: LocalService): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => local.refreshPrograms()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (affects(event, settings.parallel, settings.priority)) local.refreshShare();
      if (affects(event, ...programIds.map((id) => settings[id]))) local.refreshPrograms();
    }),
  );
}
