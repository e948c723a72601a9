import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { becomes, eventually } from '../eventually.ts';
import { cache, root } from '../paths.ts';
import { scaled } from '../run/slowness.ts';
import { commandLineOf, descendantsOf, localServices } from '../service/processes.ts';
import { testKey } from '../service/standalone.ts';
import { folderUrl, launchBrowser, newPage } from '../vscode/page.ts';
import { type RunningVsCode, startServer } from '../vscode/server.ts';
import { quietSettings } from '../vscode/settings.ts';
import { Explorer } from './explorer.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { isExtensionHost, observedVariable } from './shownEvent.ts';
import { matches } from './text.ts';
import { treeRows, ViewContainer } from './viewContainer.ts';

/** The title of our container and of our submenu. */
const ourMenu = 'Convert & Compress';

/** The environment variable that names the folder in which the package is installed. */
export const extensionsVariable = 'UI_EXTENSIONS';

/** An open palette takes text at once. */
const fillMs = 2000;

/** The tooltip of a resting pointer would cover the next row and catch its click. */
const drivenSettings = { 'workbench.hover.delay': 3_600_000 } as const;

export interface WorkbenchOptions {
  /** Names the folder for user data and workspace, which is emptied first. */
  name: string;
  /** User settings in addition to {@link quietSettings} and those for driven windows. */
  settings?: Readonly<Record<string, unknown>>;
  /** The user's key bindings, as in `keybindings.json`. */
  keys?: readonly object[];
  /**
   * Additional files in the folder, by relative path, because files written later may be missed by VS Code's file
   * watcher.
   */
  files?: Readonly<Record<string, Uint8Array>>;
  /** The display language by VS Code's name; English by default. */
  language?: string;
  /** Folders of other extensions to install. */
  extensions?: readonly string[];
}

/**
 * A real VS Code with the packaged extension, driven like by a user: with mouse and keyboard, and by reading the
 * screen.
 */
export class Workbench {
  /** Open windows, for a picture if a test fails. */
  static readonly opened = new Set<Workbench>();

  readonly page: Page;
  /** The open folder: a copy of the sample folder. */
  readonly folder: string;
  readonly explorer: Explorer;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  /** The Jobs view in its container, in English. */
  readonly jobs: ViewContainer;
  private readonly userDataDir: string;
  private readonly server: RunningVsCode;
  private readonly browser: Browser;

  private constructor(page: Page, home: string, server: RunningVsCode, browser: Browser) {
    this.page = page;
    this.folder = path.join(home, 'sample');
    this.userDataDir = path.join(home, 'data');
    this.server = server;
    this.browser = browser;
    this.explorer = new Explorer(page);
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page, recordIn(home));
    this.jobs = new ViewContainer(page, ourMenu);
    Workbench.opened.add(this);
  }

  static async open({
    name,
    settings,
    keys = [],
    files = {},
    language = 'en',
    extensions = [],
  }: WorkbenchOptions): Promise<Workbench> {
    const home = path.join(cache, 'ui', name);
    const [folder, userDataDir] = [path.join(home, 'sample'), path.join(home, 'data')];
    await rm(home, { recursive: true, force: true });
    await cp(path.join(root, 'test/fixtures/sample'), folder, { recursive: true });
    for (const [file, bytes] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), bytes);
    }
    await mkdir(path.join(userDataDir, 'User'), { recursive: true });
    const userSettings = { ...quietSettings, ...drivenSettings, ...settings };
    await writeFile(settingsFile(userDataDir), JSON.stringify(userSettings));
    await writeFile(path.join(userDataDir, 'User/keybindings.json'), JSON.stringify(keys));
    if (language !== 'en') await installLanguage(language, userDataDir);
    const server = await startServer(
      { userDataDir, extensionsDir: await extensionsWith(extensions, home) },
      {
        env: { [observedVariable]: recordIn(home) },
        flags: ['--locale', language],
        preload: path.join(import.meta.dirname, 'observer.ts'),
      },
    );
    const browser = await launchBrowser();
    const page = await newPage(browser);
    const workbench = new Workbench(page, home, server, browser);
    await page.goto(folderUrl(server.origin, folder));
    await workbench.ready();
    return workbench;
  }

  viewContainer(title: string): ViewContainer {
    return new ViewContainer(this.page, title);
  }

  /** Our item in the status bar. */
  get statusBarItem(): Locator {
    return this.page.locator(`.statusbar [id="${extensionId}.${statusBarItems.main}"]`);
  }

  /** Waits until our item in the status bar has this text. */
  async status(text: string | RegExp): Promise<void> {
    await this.statusBarItem.filter({ hasText: text }).waitFor();
  }

  /** The path of a file in the open folder. */
  file(name: string): string {
    return path.resolve(this.folder, name);
  }

  /** Waits until a file exists, in the open folder if its path is relative, or until it is gone. */
  async has(name: string, isThere = true): Promise<void> {
    await becomes(() => existsSync(this.file(name)), isThere);
  }

  /** Shows the Explorer, and chooses one of our commands from the menu of these files. */
  async choose(names: readonly [string, ...string[]], command: string): Promise<void> {
    await this.explorer.show();
    await this.explorer.choose(names, ourMenu, command);
  }

  /** Opens the list of formats for these files, and picks one. */
  async convert(names: readonly [string, ...string[]], format: string): Promise<void> {
    await this.choose(names, 'Convert To…');
    await this.quickInput.pickFormat(format);
  }

  /** Waits until the clipboard has a text, and returns it. */
  async copied(expected: string | RegExp): Promise<string> {
    return eventually(
      () => this.page.evaluate(() => navigator.clipboard.readText()),
      (text) => matches(text, expected),
    );
  }

  /**
   * Enters the tests' API key like a user, and waits until it is stored. If asked where files go, chooses the network
   * first.
   */
  async storeKey(key = testKey): Promise<void> {
    await this.runCommand('File Utility Network: Set API Key…');
    await this.quickInput.submitPassword(key);
    const isDecided = 'fileUtilityNetwork.runOn' in (await this.readSettings());
    if (!isDecided) await this.quickInput.pick('Network first');
    await this.notifications.read(/is stored\./);
    await this.notifications.dismiss(/is stored\./);
  }

  /** Runs a command by its title in the palette, with the keyboard. */
  async runCommand(title: string): Promise<void> {
    const { input } = this.quickInput;
    // The palette closes if the focus returns from an earlier question only now. Then it is opened again.
    await eventually(
      async () => {
        await this.page.keyboard.press('F1');
        return input.fill(`>${title}`, { timeout: scaled(fillMs) }).then(
          () => true,
          () => false,
        );
      },
      (isTyped) => isTyped,
    );
    await this.quickInput.enter(title);
    // The command's next question appears in the same box.
    await eventually(
      async () => (await input.isVisible()) && (await input.inputValue()),
      (value) => value === false || !value.startsWith('>'),
    );
  }

  /** The saved user settings. */
  async readSettings(): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse(await readFile(settingsFile(this.userDataDir), 'utf8'));
  }

  /** Changes user settings in their editor, because the server build doesn't watch the file. */
  async updateSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const file = settingsFile(this.userDataDir);
    const text = JSON.stringify({ ...(await this.readSettings()), ...changes });
    await this.runCommand('Preferences: Open User Settings (JSON)');
    await this.page.locator('.monaco-editor.focused[data-uri$="/settings.json"]').waitFor();
    // The text is pasted, because the editor completes quotes and brackets while typing.
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    for (const key of ['A', 'V', 'S']) await this.page.keyboard.press(`Control+${key}`);
    await becomes(() => readFile(file, 'utf8'), text);
    await this.closeModalEditor();
  }

  /** Trusts the workspace. */
  async trust(): Promise<void> {
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await this.closeModalEditor();
  }

  /** Closes the editor that covers everything else, such as settings and workspace trust. */
  async closeModalEditor(): Promise<void> {
    const block = this.page.locator('.monaco-modal-editor-block');
    // Clicks beside the editor, because Escape would go to an open suggestion or to the focused element.
    await block.click({ position: { x: 1, y: 1 } });
    await block.waitFor({ state: 'detached' });
  }

  /** Reloads the window, which restarts the extension host. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Waits for the files and for the extension's contributions, because menus opened earlier lack its items. */
  private async ready(): Promise<void> {
    // After a reload, the view that was open is open again.
    await this.explorer.rows.or(this.page.locator(treeRows)).first().waitFor();
    await this.page.locator('.activitybar a[class*="workbench-view-extension-"]').waitFor();
  }

  /** The processes of the local service that this window started (Linux). */
  localServices(): number[] {
    return localServices(this.server.pid ?? 0);
  }

  /** The processes that run the extensions of this window (Linux). */
  extensionHosts(): number[] {
    const processes = descendantsOf(this.server.pid ?? 0);
    return processes.filter((pid) => isExtensionHost(commandLineOf(pid).split('\0')));
  }

  /** Saves a picture of the window and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(cache, 'screenshots', `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  async close(): Promise<void> {
    Workbench.opened.delete(this);
    await this.browser.close();
    await this.server.stop();
  }
}

/** The folder in which the package is installed, or a copy with other extensions. */
async function extensionsWith(others: readonly string[], home: string): Promise<string> {
  const installedIn = process.env[extensionsVariable];
  if (!installedIn) throw new Error('The extension isn’t installed. Run the tests with npm run test:ui.');
  if (others.length === 0) return installedIn;
  const copy = path.join(home, 'extensions');
  await cp(installedIn, copy, { recursive: true });
  // Without a list of extensions, VS Code uses the folder's content.
  await rm(path.join(copy, 'extensions.json'), { force: true });
  for (const each of others) await cp(each, path.join(copy, path.basename(each)), { recursive: true });
  return copy;
}

/** The file in which the extension host records what our extension shows. */
function recordIn(home: string): string {
  return path.join(home, 'shown.log');
}

function settingsFile(userDataDir: string): string {
  return path.join(userDataDir, 'User/settings.json');
}

/**
 * Registers a language as installed in VS Code's server, so that `--locale` selects it. Extensions then use that
 * language, while VS Code itself stays English, because its language packs may not be available here.
 */
async function installLanguage(language: string, userDataDir: string): Promise<void> {
  const folder = path.join(userDataDir, 'language');
  const ownWords = path.join(folder, 'main.i18n.json');
  await mkdir(folder);
  await writeFile(ownWords, JSON.stringify({ contents: {} }));
  // Without an extension that provides the language, the server lists no extensions at all.
  const extensions = [{ extensionIdentifier: { id: `test.${language}` }, version: '1.0.0' }];
  const packs = { [language]: { hash: language, extensions, translations: { vscode: ownWords } } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify(packs));
}
