import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { withContributions } from '../tools/packaging/manifest.ts';
import { runOnValues } from '../src/planning/offer.ts';
import { folderFault, nameFault, placeholders } from '../src/jobs/placement/template.ts';
import * as manifest from '../src/manifest.ts';
import { ownSettings, type ExtensionSetting } from '../src/vscode/settingValues.ts';
import { runOnExplanation, runOnText } from '../src/vscode/network/networkTexts.ts';

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
  it('is current', () => {
    assert.equal(packageText, withContributions(packageText), 'Run `npm run manifest`.');
  });

  it('offers Compress for folders, several files, and every extension of a compressible format', () => {
    const entries: { command: string; when?: string }[] = contributes.menus[manifest.submenus.files];
    for (const command of [manifest.commands.compressSelected, manifest.commands.compressWithOptions]) {
      const when = entries.find((entry) => entry.command === command)?.when ?? '';
      assert.match(when, /^listMultiSelection \|\| explorerResourceIsFolder \|\| resourceExtname =~/);
      const [own, ofPrograms] = Array.from(
        when.matchAll(/=~ \/(.*?)\/i/g),
        ([, each = '']) => new RegExp(each, 'i'),
      );
      assert.ok(own !== undefined && ofPrograms !== undefined);
      for (const name of ['.JPG', '.jpeg', '.tif', '.pdf', '.docx']) assert.match(name, own);
      for (const name of ['.txt', '.zip', '.jpgx', '.xjpg', '', '.doc', '.mp4'])
        assert.doesNotMatch(name, own);
      // Without FFmpeg, only a network may compress them.
      assert.match(
        when,
        /\|\| \(!fileUtilityNetwork\.lacksCompressors \|\| fileUtilityNetwork\.hasKey\) && /,
      );
      for (const name of ['.mp3', '.MP4']) assert.match(name, ofPrograms);
    }
    for (const id of [manifest.commands.convert, manifest.commands.makeZip])
      assert.equal(entries.find(({ command }) => command === id)?.when, undefined);
  });

  it('offers formats for folders, several files, and what can become them, and repeats only earlier work', () => {
    const entries: { command: string; when?: string }[] = contributes.menus[manifest.submenus.files];
    const whenOf = (id: string): string => entries.find(({ command }) => command === id)?.when ?? '';
    const toWebp = whenOf(manifest.commands.convertToWebp);
    assert.match(
      toWebp,
      /menuFormats =~ \/"webp"\/ && \(listMultiSelection \|\| explorerResourceIsFolder \|\| /,
    );
    const [, pattern = ''] = /resourceExtname =~ \/(.*)\/i\)$/.exec(toWebp) ?? [];
    for (const name of ['.png', '.JPEG', '.pdf']) assert.match(name, new RegExp(pattern, 'i'));
    for (const name of ['.webp', '.mp3', '.mp4', '.zip', ''])
      assert.doesNotMatch(name, new RegExp(pattern, 'i'));
    assert.equal(whenOf(manifest.commands.repeatLast), manifest.contextKeys.hasLastWork);
  });

  it('offers to set an API key once there is an address to use it at', () => {
    const entries: { command: string; when?: string }[] = contributes.menus['view/title'];
    const when = entries.find(({ command }) => command === manifest.commands.setApiKey)?.when ?? '';
    assert.match(when, / && config\.fileUtilityNetwork\.baseUrl$/);
    assert.equal(configuration['fileUtilityNetwork.baseUrl']?.default, '');
  });

  it('offers Compare Images for two files if the clicked one is an image', () => {
    const entries: { command: string; when?: string }[] = contributes.menus[manifest.submenus.files];
    const when = entries.find(({ command }) => command === manifest.commands.compareImages)?.when ?? '';
    const [, condition = '', pattern = ''] = /^(\w+) && resourceExtname =~ \/(.*)\/i$/.exec(when) ?? [];
    assert.equal(condition, 'listDoubleSelection');
    for (const name of ['.JPG', '.jpeg', '.heic', '.svg']) assert.match(name, new RegExp(pattern, 'i'));
    for (const name of ['.txt', '.pdf', '']) assert.doesNotMatch(name, new RegExp(pattern, 'i'));
  });

  it('has no more keywords than the Marketplace allows', () => {
    assert.ok(packageJson.keywords.length <= 30);
  });

  it('has each setting once', () => {
    const ids = groups.flatMap(({ properties }) => Object.keys(properties));
    const names = Object.values(manifest.settings).map((name) => `${manifest.settingsSection}.${name}`);
    assert.deepEqual(sorted(ids), sorted(names));
  });

  it('names the places to run on as the extension does', () => {
    const runOn = configuration[`${manifest.settingsSection}.${manifest.settings.runOn}`];
    assert.deepEqual(runOn?.enumItemLabels?.map(textOf), runOnValues.map(runOnText));
  });

  it('says what each place to run on costs, as the extension does', () => {
    const runOn = configuration[`${manifest.settingsSection}.${manifest.settings.runOn}`];
    assert.deepEqual(
      runOn?.markdownEnumDescriptions?.map((text) => costs(textOf(text))),
      runOnValues.map((value) => costs(runOnExplanation(value, true))),
    );
    assert.match(
      nls['walkthrough.network.description'] ?? '',
      /this computer first, which is free.* can cost credits/,
    );
  });

  it('offers previews for every extension that VS Code can’t display', () => {
    const selector: readonly { filenamePattern: string }[] = contributes.customEditors[0].selector;
    const patterns = new Set(selector.map(({ filenamePattern }) => filenamePattern));
    for (const ending of ['heic', 'heif', 'psd', 'jxl', 'tif', 'tiff', 'jp2', 'j2k', 'eps', 'pdf'])
      assert.ok(patterns.has(`*.${ending}`), ending);
    for (const ending of ['png', 'jpg', 'svg', 'webp', 'docx']) assert.ok(!patterns.has(`*.${ending}`));
  });

  it('protects every setting that spends, overwrites, or redirects from workspaces', () => {
    // A workspace may set these. `neverUpload` only prevents uploads, and a workspace's values are added to the user's.
    // The folder and the name of results, and the folder for pasted pictures, only apply in a trusted workspace, and so
    // do those of its presets. A preset does nothing until the user selects it, and a rule does nothing until the user
    // turns it on.
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
        if (titles.has(String(id))) assert.equal(label, textOf(titles.get(String(id)) ?? ''));
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

  it('accepts every default', () => {
    const settings = Object.values(configuration);
    assert.ok(settings.every(({ pattern = '', default: value }) => new RegExp(pattern).test(String(value))));
  });

  it('rejects an address without a scheme', () => {
    for (const name of [manifest.settings.baseUrl, manifest.settings.authUrl]) {
      assert.match('https://files.example.com', patternOf(name));
      assert.doesNotMatch('files.example.com', patternOf(name));
    }
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

  it('links the walkthrough to existing commands', () => {
    const commands = new Set<string>(Object.values(manifest.commands));
    for (const { description } of walkthrough.steps) {
      const links = [...textOf(description).matchAll(/^\[[^\]]+\]\(command:([^)?]+)[^)]*\)$/gm)];
      assert.ok(links.length > 0, description);
      for (const [link, command] of links) assert.ok(commands.has(String(command)), link);
    }
  });

  it('has only small pictures in the walkthrough', () => {
    for (const { media } of walkthrough.steps) {
      for (const file of Object.values(media.image)) assert.ok(statSync(file).size < 60_000, file);
    }
  });

  it('ships a sample with a stated origin', () => {
    assert.deepEqual(readFileSync('media/sample.png'), readFileSync('test/fixtures/sample/balloons.png'));
  });

  it('has the identifier in manifest.ts', () => {
    assert.equal(`${packageJson.publisher}.${packageJson.name}`, manifest.extensionId);
  });

  it('has a text for every key, and uses every text', () => {
    const used = [...packageText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
    const texts = Object.keys(nls);
    const missing = used.filter((key) => !texts.includes(key));
    assert.deepEqual(missing, [], 'Add these texts to package.nls.json, and to its translations.');
    const unused = texts.filter((key) => !used.includes(key));
    assert.deepEqual(
      unused,
      [],
      'Remove these texts from package.nls.json and its translations, or use them.',
    );
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

  it('has command titles in title case', () => {
    const small = new Set(['a', 'and', 'as', 'from', 'in', 'or', 'to', 'url()', 'with']);
    const commands: readonly { title: string }[] = contributes.commands;
    const wrong = commands
      .flatMap(({ title }) => textOf(title).split(' ').slice(1))
      .filter((word) => !/^[A-Z(]/.test(word) && !small.has(word));
    assert.deepEqual(wrong, []);
  });

  it('uses no default keyboard shortcut of VS Code outside its own view', () => {
    const bindings: readonly Keybinding[] = contributes.keybindings;
    const everywhere = bindings.filter(({ when }) => when !== `focusedView == ${manifest.views.jobs}`);
    assert.deepEqual(
      everywhere.filter(({ key, mac }) => !isFree(key) || !isFree(mac.replace('cmd', 'ctrl'))),
      [],
    );
  });

  it('keeps its ids in manifest.ts', () => {
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

/** True if a text says that something costs credits. */
function costs(text: string): boolean {
  return /cost.* credits/.test(text);
}

/** The English text for a placeholder in package.json. */
function textOf(key: string): string {
  return nls[key.replaceAll('%', '')] ?? assert.fail(key);
}

function patternOf(name: string): RegExp {
  return new RegExp(configuration[`${manifest.settingsSection}.${name}`]?.pattern ?? assert.fail(name));
}

interface Walkthrough {
  readonly steps: readonly {
    readonly description: string;
    readonly media: { readonly image: Readonly<Record<'light' | 'dark' | 'hc' | 'hcLight', string>> };
  }[];
}

interface SettingsGroup {
  readonly properties: Readonly<Record<string, ContributedSetting>>;
}

interface ContributedSetting {
  readonly scope: string;
  readonly enumItemLabels?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly default: unknown;
  readonly markdownDescription: string;
}

interface Keybinding {
  readonly key: string;
  readonly mac: string;
  readonly when: string;
}

/**
 * Keys that VS Code 1.139 combines with Ctrl or Cmd, Alt, and Shift on Linux, macOS, or Windows. They come from
 * `KeyMod` 3584 in its `workbench.js`, such as `3617` for C, and from the manifests of its built-in extensions.
 */
const takenKeys = new Set('c g i l n o ` up down left right pageup pagedown'.split(' '));

/** True if a shortcut replaces none of VS Code's. Most shortcuts with fewer modifiers are taken. */
function isFree(shortcut: string): boolean {
  const { modifiers, key } = /^(?<modifiers>.+\+)(?<key>[^+]+)$/.exec(shortcut)?.groups ?? {};
  return modifiers === 'ctrl+alt+shift+' && key !== undefined && !takenKeys.has(key);
}

interface MenuEntry {
  readonly command?: string;
}

function sorted(values: readonly string[]): string[] {
  return values.toSorted();
}
