import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import picomatch from 'picomatch';
import * as z from 'zod/mini';
import { withFormats } from '../src/build/manifest.ts';
import { programIds } from '../src/engines/programs/programs.ts';
import { runOnValues } from '../src/planning/offer.ts';
import { temporaryName } from '../src/jobs/files/fileUri.ts';
import { folderFault, nameFault, placeholders } from '../src/jobs/placement/template.ts';
import * as manifest from '../src/manifest.ts';
import { toolInputs } from '../src/vscode/chat/toolInputs.ts';
import { ownSettings, programPath, type ExtensionSetting } from '../src/vscode/settingValues.ts';
import { runOnText } from '../src/vscode/network/networkTexts.ts';

const packageText = readFileSync('package.json', 'utf8');
const packageJson = JSON.parse(packageText);
const nls: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
const { contributes } = packageJson;
const [walkthrough]: readonly [Walkthrough] = contributes.walkthroughs;
const groups: readonly SettingsGroup[] = contributes.configuration;
const configuration: Readonly<Record<string, ContributedSetting>> = Object.assign(
  {},
  ...groups.map(({ properties }) => properties),
);

describe('The manifest', () => {
  it('contributes exactly the commands in manifest.ts', () => {
    assert.deepEqual(sorted(contributes.commands.map(commandOf)), sorted(Object.values(manifest.commands)));
  });

  it('repeats the formats table', () => {
    assert.equal(packageText, withFormats(packageText), 'Run `npm run manifest`.');
  });

  it('offers Compress for folders and every extension of a compressible format', () => {
    const entries: { command: string; when?: string }[] = contributes.menus[manifest.submenus.files];
    for (const command of [manifest.commands.compressSelected, manifest.commands.compressWithOptions]) {
      const when = entries.find((entry) => entry.command === command)?.when ?? '';
      assert.match(when, /^explorerResourceIsFolder \|\| resourceExtname =~/);
      const [, pattern = ''] = /\/(.*)\/i$/.exec(when) ?? [];
      const offered = new RegExp(pattern, 'i');
      for (const name of ['.JPG', '.jpeg', '.tif', '.mp3', '.pdf', '.docx', '.mp4'])
        assert.match(name, offered);
      for (const name of ['.txt', '.zip', '.jpgx', '.xjpg', '', '.doc']) assert.doesNotMatch(name, offered);
    }
    const convert = entries.find(({ command }) => command === manifest.commands.convert);
    assert.equal(convert?.when, undefined);
  });

  it('has the chat tools of manifest.ts, with every input field explained', () => {
    const contributed: readonly ContributedTool[] = contributes.languageModelTools;
    assert.deepEqual(sorted(contributed.map(({ name }) => name)), sorted(Object.values(manifest.tools)));
    for (const { name, inputSchema, modelDescription } of contributed) {
      const [, schema] = Object.entries(toolInputs).find(([key]) => key === name) ?? assert.fail(name);
      const { $schema: _, ...taken } = z.toJSONSchema(schema);
      const { properties, ...rest } = inputSchema;
      const described = Object.entries(properties).map(([field, { description, ...values }]) => {
        assert.ok(description, `${name} ${field}`);
        return [field, values];
      });
      assert.deepEqual({ ...rest, properties: Object.fromEntries(described) }, taken);
      assert.ok(modelDescription.length > 100, name);
    }
  });

  it('has Marketplace categories and only true claims', () => {
    // Pictures are compared and previewed; the rest has no category of its own.
    assert.deepEqual(packageJson.categories, ['Visualization', 'Other']);
  });

  it('has no more keywords than the Marketplace allows', () => {
    assert.ok(packageJson.keywords.length <= 30);
  });

  it('refers only to existing commands, views, and submenus', () => {
    const commands = new Set(Object.values<string>(manifest.commands));
    const used = [...Object.values<MenuEntry[]>(contributes.menus).flat(), ...contributes.keybindings];
    assert.deepEqual(
      used.flatMap((entry: MenuEntry) => entry.command ?? []).filter((command) => !commands.has(command)),
      [],
    );
    assert.deepEqual(Object.keys(contributes.views), Object.values(manifest.viewContainers));
    assert.deepEqual(
      contributes.views[manifest.viewContainers.main].map((view: { id: string }) => view.id),
      Object.values(manifest.views),
    );
    assert.deepEqual(
      contributes.submenus.map((menu: { id: string }) => menu.id),
      Object.values(manifest.submenus),
    );
  });

  it('offers previews for every extension that VS Code can’t display', () => {
    const [preview, ...others] = contributes.customEditors;
    assert.deepEqual([preview.viewType, preview.priority, others], [manifest.webviews.preview, 'option', []]);
    const selector: readonly { filenamePattern: string }[] = preview.selector;
    const patterns = new Set(selector.map(({ filenamePattern }) => filenamePattern));
    for (const ending of ['heic', 'heif', 'psd', 'jxl', 'tif', 'tiff', 'jp2', 'j2k', 'eps', 'pdf'])
      assert.ok(patterns.has(`*.${ending}`), ending);
    for (const ending of ['png', 'jpg', 'svg', 'webp', 'docx']) assert.ok(!patterns.has(`*.${ending}`));
  });

  it('contributes exactly the settings in manifest.ts', () => {
    const ids = Object.values(manifest.settings).map((name) => `${manifest.settingsSection}.${name}`);
    assert.deepEqual(sorted(Object.keys(configuration)), sorted(ids));
  });

  it('has a path setting for each program, and nothing else under that name', () => {
    const prefix = `${manifest.settingsSection}.local.tools.`;
    const ids = Object.keys(configuration).filter((id) => id.startsWith(prefix));
    assert.deepEqual(sorted(ids), sorted(programIds.map((id) => prefix + id)));
  });

  it('matches the code in each setting’s values, bounds, default, and scope', () => {
    const paths = programIds.map((id) => programPath(manifest.settings[id]));
    const ours = [...Object.values<ExtensionSetting<unknown>>(ownSettings), ...paths].map(
      ({ id, schema, fallback, scope }) => {
        const { $schema: _, ...values } = z.toJSONSchema(schema);
        return [`${manifest.settingsSection}.${id}`, { ...values, default: fallback, scope }];
      },
    );
    const theirs: unknown = JSON.parse(
      JSON.stringify(configuration, (key, value: unknown) => (editorKeys.has(key) ? undefined : value)),
    );
    assert.deepEqual(theirs, Object.fromEntries(ours));
  });

  it('protects every setting that spends, overwrites, or redirects from workspaces', () => {
    // `neverUpload` only keeps files from being uploaded, and a workspace's values are added to the person's. The folder and
    // the name of results, and the folder of pictures for texts, are followed inside of a trusted workspace alone, and so are those
    // of its presets, which do nothing until a person chooses one; its rules do nothing until a person turns them on.
    const harmless = [
      'compressSuffix',
      'neverUpload',
      'outputFolder',
      'outputName',
      'pasteFolder',
      'presets',
      'rules',
    ] as const;
    const reachable = Object.entries(configuration)
      .filter(([, { scope }]) => scope !== 'application' && scope !== 'machine')
      .map(([id]) => id);
    assert.deepEqual(
      sorted(reachable),
      sorted(harmless.map((name) => `${manifest.settingsSection}.${manifest.settings[name]}`)),
    );
  });

  it('has each setting in one group, and those for network operators last', () => {
    assert.deepEqual(
      groups.map(({ title }) => textOf(title)),
      ['Output', 'Compression', 'Network', 'This Computer', 'Advanced'],
    );
    const ids = groups.flatMap(({ properties }) => Object.keys(properties));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.at(-1), `${manifest.settingsSection}.${manifest.settings.dialect}`);
    // VS Code would sort by titles, which are others in each language.
    for (const each of [groups, ...groups.map(({ properties }) => Object.values(properties))])
      assert.deepEqual(
        each.map(({ order }) => order),
        each.map((_, at) => at + 1),
      );
  });

  it('names and explains every enum value in the extension’s words', () => {
    const choices = Object.values(configuration).filter(({ enum: values }) => values !== undefined);
    assert.equal(choices.length, 3);
    for (const { enum: values, enumItemLabels: labels, markdownEnumDescriptions: explained } of choices) {
      assert.equal(labels?.length, values?.length);
      assert.equal(explained?.length, values?.length);
    }
    const runOn = configuration[`${manifest.settingsSection}.${manifest.settings.runOn}`];
    assert.deepEqual(runOn?.enumItemLabels?.map(textOf), runOnValues.map(runOnText));
  });

  it('links only to existing settings and commands', () => {
    const commands = new Set<string>(Object.values(manifest.commands));
    const links = Object.values(configuration).flatMap(({ markdownDescription }) => [
      ...textOf(markdownDescription).matchAll(/`#([^#`]+)#`|\(command:([^)]+)\)/g),
    ]);
    assert.ok(links.length > 0);
    for (const [link, setting, command] of links)
      assert.ok(setting === undefined ? commands.has(String(command)) : setting in configuration, link);
  });

  it('uses the commands’ titles in links', () => {
    const titles = new Map<string, string>(
      contributes.commands.map(({ command, title }: { command: string; title: string }) => [command, title]),
    );
    for (const { markdownDescription } of Object.values(configuration))
      for (const [, label, id] of textOf(markdownDescription).matchAll(/\[([^\]]+)\]\(command:([^)]+)\)/g))
        assert.equal(label, textOf(titles.get(String(id)) ?? ''));
  });

  it('has machine scope for settings about one machine', () => {
    const ofMachine = Object.keys(configuration).filter((id) => configuration[id]?.scope === 'machine');
    assert.deepEqual(
      sorted(ofMachine),
      sorted(
        [...programIds, 'parallel' as const, 'priority' as const].map(
          (id) => `${manifest.settingsSection}.${manifest.settings[id]}`,
        ),
      ),
    );
  });

  it('suggests only valid examples', () => {
    for (const [id, { examples = [] }] of Object.entries(configuration)) {
      const name = id.slice(manifest.settingsSection.length + 1);
      const setting = Object.values<ExtensionSetting<unknown>>(ownSettings).find((each) => each.id === name);
      const { pattern = '' } = configuration[id] ?? {};
      for (const example of examples) {
        assert.ok(setting?.schema.safeParse(example).success, id);
        assert.match(String(example), new RegExp(pattern));
      }
    }
  });

  it('accepts every default, and rejects an invalid address', () => {
    const settings = Object.values(configuration);
    assert.ok(settings.every(({ pattern = '', default: value }) => new RegExp(pattern).test(String(value))));
    const patterns = settings.flatMap(({ pattern, patternErrorMessage, default: value }) =>
      pattern !== undefined && patternErrorMessage === '%setting.address.pattern%'
        ? [{ pattern: new RegExp(pattern), value: String(value) }]
        : [],
    );
    assert.equal(patterns.length, 2);
    for (const { pattern, value } of patterns) {
      assert.match(value, pattern);
      assert.match('https://files.example.com', pattern);
      assert.doesNotMatch('files.example.com', pattern);
    }
    // An empty text is no URI, so that the editor of settings would mark it.
    assert.ok(settings.every(({ format }) => format === undefined));
  });

  it('rejects the same naming templates as the code', () => {
    const held = placeholders.map((each) => `a ${each} b`);
    const folders = [...held, 'out', './out', '../out', '/out/$n', '~/out', '${workspaceFolder}', 'a$'];
    const badFolders = ['${}', '${nme}', '${name', 'out/${workspaceFolder}', '${workspaceFolder}out'];
    for (const [pattern, fault, fine, bad] of [
      [
        patternOf(manifest.settings.outputFolder),
        folderFault,
        [...folders, '${workspaceFolder}/o'],
        badFolders,
      ],
      [patternOf(manifest.settings.outputName), nameFault, [...held, 'a$n'], [...badFolders, 'a/b', 'a\\b']],
    ] as const) {
      for (const template of fine) assert.ok(pattern.test(template) && !fault(template), template);
      for (const template of bad) assert.ok(!pattern.test(template) && fault(template), template);
    }
  });

  it('has a walkthrough whose steps are completed by events', () => {
    const contextKeys = Object.values<string>(manifest.contextKeys);
    for (const { completionEvents } of walkthrough.steps) {
      const [event = '', ...others] = completionEvents;
      assert.deepEqual(others, []);
      assert.ok(
        event.startsWith('onContext:') && contextKeys.includes(event.slice('onContext:'.length)),
        event,
      );
    }
    assert.equal(new Set(walkthrough.steps.flatMap(({ completionEvents }) => completionEvents)).size, 4);
  });

  it('links the walkthrough to existing commands', () => {
    const commands = new Set<string>(Object.values(manifest.commands));
    for (const { description } of walkthrough.steps) {
      const links = [...textOf(description).matchAll(/^\[[^\]]+\]\(command:([^)?]+)[^)]*\)$/gm)];
      assert.ok(links.length > 0, description);
      for (const [link, command] of links) assert.ok(commands.has(String(command)), link);
    }
  });

  it('has a small picture for each walkthrough step in every kind of theme', () => {
    for (const { media } of walkthrough.steps) {
      const { light, dark, hc, hcLight } = media.image;
      assert.deepEqual([hc, hcLight], [dark, light]);
      for (const file of [light, dark]) assert.ok(statSync(file).size < 60_000, file);
    }
  });

  it('ships a sample with a stated origin', () => {
    assert.deepEqual(readFileSync('media/sample.png'), readFileSync('test/fixtures/sample/balloons.png'));
  });

  it('hides temporary files from the Explorer', () => {
    const [glob = ''] = Object.keys(contributes.configurationDefaults['files.exclude']);
    assert.ok(picomatch(glob, { dot: true })(`folder/${temporaryName()}`));
  });

  it('has the identifier in manifest.ts', () => {
    assert.equal(`${packageJson.publisher}.${packageJson.name}`, manifest.extensionId);
  });

  it('has a text for every key, and uses every text', () => {
    const used = [...packageText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
    assert.deepEqual(sorted([...new Set(used)]), sorted(Object.keys(nls)));
  });

  it('matches tree rows only by actions, and uses only context keys of manifest.ts', () => {
    const actions = new Set<string>(Object.values(manifest.jobActions));
    const matched = [...packageText.matchAll(/viewItem =~ \/\\\\b(\w+)\\\\b\//g)].map(
      ([, word]) => word ?? '',
    );
    assert.ok(matched.length > 0);
    assert.deepEqual(
      matched.filter((word) => !actions.has(word)),
      [],
    );
    const contextKeys = new Set<string>(Object.values(manifest.contextKeys));
    const keysUsed = [...packageText.matchAll(/\b(fileUtilityNetwork\.(?:has|can)[A-Z]\w+)/g)].map(
      ([key]) => key,
    );
    assert.deepEqual(
      keysUsed.filter((key) => !contextKeys.has(key)),
      [],
    );
  });

  it('has a menu item for every action of a row', () => {
    const matched = new Set(
      [...packageText.matchAll(/viewItem =~ \/\\\\b(\w+)\\\\b\//g)].map(([, word]) => word),
    );
    assert.deepEqual(sorted([...matched].map(String)), sorted(Object.values(manifest.jobActions)));
  });

  it('has command titles that make sense in the Command Palette', () => {
    const palette: readonly (MenuEntry & { readonly when: string })[] = contributes.menus.commandPalette;
    const hidden = new Set(palette.filter(({ when }) => when === 'false').map(({ command }) => command));
    const commands: readonly { command: string; title: string }[] = contributes.commands;
    const titles = commands.filter(({ command }) => !hidden.has(command)).map(({ title }) => textOf(title));
    assert.equal(new Set(titles).size, titles.length);
    assert.deepEqual(
      titles.filter((title) => !title.includes(' ')),
      [],
    );
  });

  it('takes no default keyboard shortcut of VS Code outside its own view', () => {
    const bindings: readonly Keybinding[] = contributes.keybindings;
    const everywhere = bindings.filter(({ when }) => when !== `focusedView == ${manifest.views.jobs}`);
    assert.deepEqual(
      everywhere.filter(({ key, mac }) => !isFree(key) || !isFree(mac.replace('cmd', 'ctrl'))),
      [],
    );
  });

  it('spells its ids in manifest.ts only', () => {
    const spelling = globSync('src/**/*.ts').filter(
      (file) => !file.endsWith('manifest.ts') && readFileSync(file, 'utf8').includes("'fileUtilityNetwork."),
    );
    assert.deepEqual(spelling, []);
  });

  it('refers only to existing pictures', () => {
    const pictures = [
      packageJson.icon,
      ...contributes.viewsContainers.activitybar.map((each: { icon: string }) => each.icon),
    ];
    assert.deepEqual(
      pictures.filter((file: string) => !existsSync(file)),
      [],
    );
  });
});

/** Keys that only VS Code's settings editor uses. */
const editorKeys = new Set([
  ...'defaultSnippets description enumItemLabels examples markdownDescription'.split(' '),
  ...'markdownEnumDescriptions order pattern patternErrorMessage uniqueItems'.split(' '),
]);

/** A text of package.json in English. */
function textOf(key: string): string {
  return nls[key.replaceAll('%', '')] ?? assert.fail(key);
}

function patternOf(name: string): RegExp {
  return new RegExp(configuration[`${manifest.settingsSection}.${name}`]?.pattern ?? assert.fail(name));
}

interface Walkthrough {
  readonly steps: readonly {
    readonly description: string;
    readonly completionEvents: readonly string[];
    readonly media: { readonly image: Readonly<Record<'light' | 'dark' | 'hc' | 'hcLight', string>> };
  }[];
}

interface SettingsGroup {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, ContributedSetting>>;
}

interface ContributedSetting {
  readonly scope: string;
  readonly order: number;
  readonly enum?: readonly string[];
  readonly enumItemLabels?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly format?: string;
  readonly default: unknown;
  readonly markdownDescription: string;
}

interface ContributedTool {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
}

interface Keybinding {
  readonly key: string;
  readonly mac: string;
  readonly when: string;
}

/**
 * Keys that VS Code 1.139 takes together with Ctrl or Cmd, Alt, and Shift on Linux, macOS, or Windows: those of `KeyMod` 3584 in
 * its `workbench.js`, such as `3617` for C, and in the manifests of the extensions that it ships.
 */
const takenKeys = new Set('c g i l n o ` up down left right pageup pagedown'.split(' '));

/** Whether a shortcut takes nothing from VS Code, which has most of those with fewer modifiers. */
function isFree(shortcut: string): boolean {
  const { modifiers, key } = /^(?<modifiers>.+\+)(?<key>[^+]+)$/.exec(shortcut)?.groups ?? {};
  return modifiers === 'ctrl+alt+shift+' && key !== undefined && !takenKeys.has(key);
}

interface MenuEntry {
  readonly command?: string;
}

function commandOf({ command }: { command: string }): string {
  return command;
}

function sorted(values: readonly string[]): string[] {
  return values.toSorted();
}
