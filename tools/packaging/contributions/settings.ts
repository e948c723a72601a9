import * as z from 'zod/mini';
import { programIds } from '../../../src/engines/programs/programs.ts';
import { placeholders, workspacePlaceholder } from '../../../src/jobs/placement/template.ts';
import { settings, settingsSection } from '../../../src/manifest.ts';
import { ownSettings, programPath, type ExtensionSetting } from '../../../src/vscode/settingValues.ts';

/** Hints that only settings editors use. */
interface Hints {
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  /** The setting whose text explains the pattern, if it isn't this one. */
  readonly patternOf?: string;
  readonly uniqueItems?: true;
  /** True for a setting that the next version won't have. The settings editor shows it only if it is set. */
  readonly isDeprecated?: true;
  /** Entries that the settings editor offers. */
  readonly defaultSnippets?: readonly object[];
}

const address = { pattern: '^(https?://.+)?$', patternOf: 'address' };

const presetSnippets = [
  {
    label: '%setting.presets.convert%',
    body: { target: '${1:webp}', options: { quality: '^${2:80}' } },
  },
  { label: '%setting.presets.compress%', body: { tool: 'compress', options: {} } },
];

const ruleSnippet = { body: { files: 'assets/**/*.png', preset: 'For the web', on: ['add', 'save'] } };

const hints: { readonly [K in keyof typeof ownSettings]?: Hints } = {
  outputFolder: {
    pattern: folderPattern(placeholders),
    examples: ['out', '../out', '${workspaceFolder}/out', '${workspaceFolder}/out/${dir}', '~/Pictures/out'],
  },
  outputName: {
    pattern: templatePattern('[^$/\\\\]', placeholders),
    examples: ['${name}-${width}', '${dir}-${n}', '${name}-${preset}'],
  },
  keepDates: { isDeprecated: true },
  presets: { defaultSnippets: presetSnippets },
  rules: { defaultSnippets: [ruleSnippet] },
  pasteFolder: {
    pattern: folderPattern(['${name}', '${dir}']),
    examples: ['assets', 'images/${name}', '${workspaceFolder}/images'],
  },
  compressSuffix: { examples: ['-compressed', '.min', '-small'] },
  baseUrl: { ...address, examples: ['https://files.example.com'] },
  authUrl: { ...address, examples: ['https://account.example.com'] },
  neverUpload: { uniqueItems: true, examples: [['**/private/**', '*.pdf']] },
  keepCount: { isDeprecated: true },
  priority: { isDeprecated: true },
};

type SettingKey = keyof typeof settings;

/** The groups of the settings editor, each with its settings, in the order in which they appear. */
const groups: Readonly<Record<string, readonly SettingKey[]>> = {
  output: [
    'outputFolder',
    'outputName',
    'onCollision',
    'embedPictures',
    'keepDates',
    'presets',
    'rules',
    'pasteFolder',
    'menuFormats',
    'livePreview',
  ],
  compression: ['compressSuffix', 'replaceSource'],
  network: ['runOn', 'baseUrl', 'authUrl', 'confirmAboveCredits', 'neverUpload'],
  thisComputer: ['parallel', 'priority', ...programIds],
  advanced: ['keepDays', 'keepCount', 'dialect'],
};

const facts: Readonly<Partial<Record<SettingKey, ExtensionSetting<unknown>>>> = ownSettings;
const hintsOf: Readonly<Partial<Record<SettingKey, Hints>>> = hints;

/** VS Code would sort groups and settings by their titles, which differ between languages, so each gets a number. */
export const configuration = Object.entries(groups).map(([name, keys], at) => ({
  title: `%configuration.${name}%`,
  order: at + 1,
  properties: Object.fromEntries(
    keys.map((key, position) => {
      const setting = facts[key] ?? programPath(settings[key]);
      return [
        `${settingsSection}.${setting.id}`,
        { ...propertyOf(setting, hintsOf[key] ?? {}), order: position + 1 },
      ];
    }),
  ),
}));

/**
 * The settings that VS Code ignores in untrusted workspaces. `neverUpload` isn't one, because it only keeps files from
 * being uploaded.
 */
export const restrictedSettings = Object.values(ownSettings)
  .filter(({ id, scope }) => (scope === 'resource' || scope === 'window') && id !== settings.neverUpload)
  .map(({ id }) => `${settingsSection}.${id}`)
  .toSorted();

function propertyOf({ id, schema, fallback, scope }: ExtensionSetting<unknown>, hints: Hints): object {
  const { $schema: _, ...values } = z.toJSONSchema(schema);
  const { patternOf = id, defaultSnippets, isDeprecated, ...others } = hints;
  const text = `setting.${id}`;
  const texts = (values.enum ?? []).map((value) => `${text}.${String(value)}`);
  return {
    ...values,
    ...entriesOf(values, text, defaultSnippets),
    default: fallback,
    scope,
    ...others,
    patternErrorMessage: others.pattern && `%setting.${patternOf}.pattern%`,
    enumItemLabels: values.enum && texts.map((each) => `%${each}.label%`),
    markdownEnumDescriptions: values.enum && texts.map((each) => `%${each}%`),
    markdownDescription: `%${text}%`,
    deprecationMessage: isDeprecated && '%setting.deprecated%',
  };
}

/** The schema of a setting's entries. If entries have fields, each field gets a description. */
function entriesOf(
  values: z.core.JSONSchema.BaseSchema,
  text: string,
  defaultSnippets?: readonly object[],
): object {
  for (const key of ['items', 'additionalProperties'] as const) {
    const entry = values[key];
    if (typeof entry !== 'object' || !('properties' in entry)) continue;
    const properties = Object.entries(entry.properties ?? {}).map(([field, value]) => [
      field,
      Object.assign({}, value, { description: `%${text}.${field}%` }),
    ]);
    return { [key]: { ...entry, properties: Object.fromEntries(properties), defaultSnippets } };
  }
  return {};
}

/** Matches the folder templates that `folderFault` accepts. */
function folderPattern(variables: readonly string[]): string {
  const start = escaped(workspacePlaceholder);
  return `^(${start}(?=[/\\\\]|$))?${templatePattern('[^$]', variables).slice(1)}`;
}

/** A pattern for texts of these characters, in which `${…}` may only contain the given variables. */
function templatePattern(character: string, variables: readonly string[]): string {
  const names = variables.map((each) => each.slice(2, -1)).join('|');
  return `^(${character}|\\$(?!\\{)|\\$\\{(${names})\\})*$`;
}

function escaped(text: string): string {
  return text.replaceAll(/[${}]/g, '\\$&');
}
