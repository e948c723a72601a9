import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { cache, root } from '../paths.ts';
import { folderUrl, newPage } from '../vscode/page.ts';
import { descendantsOf, localServices } from '../service/processes.ts';
import { quietSettings } from '../vscode/settings.ts';
import { Explorer } from './explorer.ts';
import { forwardSignal } from './hostClock.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { Shown } from './shown.ts';
import { treeRows, ViewContainer } from './viewContainer.ts';
import { recordIn, WindowServer } from './windowServer.ts';

/** The environment variable that names the folder in which the package is installed. */
export const extensionsVariable = 'UI_EXTENSIONS';

/** The tooltip of a resting pointer would cover the next row and catch its click. */
const drivenSettings = { 'workbench.hover.delay': 3_600_000 } as const;

export interface WorkbenchOptions {
  /** Names the folder for user data and workspace, which is emptied first. */
  name: string;
  /** User settings in addition to {@link quietSettings} and those for driven windows. */
  settings?: Readonly<Record<string, unknown>>;
  /** Machine settings of the server: to the browser it is a remote, so the user's settings of scope `machine` belong here. */
  machineSettings?: Readonly<Record<string, unknown>>;
  /** The user's key bindings, as in `keybindings.json`. */
  keys?: readonly object[];
  /**
   * Additional files in the folder, by relative path, because files written later may be missed by VS Code's file
   * watcher.
   */
  files?: Readonly<Record<string, Uint8Array>>;
  /** Additional environment of the extension host. */
  env?: Readonly<Record<string, string>>;
  /** The display language by VS Code's name; English by default. */
  language?: string;
  /** The screen's density: 2, with half the window size, is a zoom of 200 %. */
  dotsPerPixel?: number;
  /** Folders of other extensions to install. */
  extensions?: readonly string[];
  /** True if the window needs its own server, for example to inspect the whole user data folder. */
  hasOwnServer?: boolean;
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
  /** Everything that the extension has shown, even if it is gone from the screen. */
  readonly shown: Shown;
  private readonly userDataDir: string;
  private readonly server: WindowServer;

  private constructor(page: Page, folder: string, server: WindowServer) {
    const { userDataDir } = server;
    this.page = page;
    this.folder = folder;
    this.userDataDir = userDataDir;
    this.server = server;
    this.explorer = new Explorer(page);
    this.quickInput = new QuickInput(page);
    this.shown = new Shown(recordIn(userDataDir));
    this.notifications = new Notifications(page, this.shown);
    Workbench.opened.add(this);
  }

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const {
      name,
      settings,
      machineSettings = {},
      keys = [],
      files = {},
      env,
      language = 'en',
      dotsPerPixel,
      extensions = [],
      hasOwnServer = false,
    } = options;
    const home = path.join(cache, 'ui', name);
    const folder = path.join(home, 'sample');
    await rm(home, { recursive: true, force: true });
    await cp(path.join(root, 'test/fixtures/sample'), folder, { recursive: true });
    for (const [file, bytes] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), bytes);
    }
    const installedIn = process.env[extensionsVariable];
    if (!installedIn) throw new Error('The extension isn’t installed. Run the tests with npm run test:ui.');
    const startOwn = async (): Promise<WindowServer> => {
      const userDataDir = path.join(home, 'data');
      await mkdir(userDataDir);
      const extensionsDir = extensions.length === 0 ? installedIn : path.join(home, 'extensions');
      if (extensions.length > 0) await installBeside(installedIn, extensions, extensionsDir);
      if (language !== 'en') await installLanguage(language, userDataDir);
      return WindowServer.start({ userDataDir, extensionsDir }, { env, language });
    };
    const isUsual = env === undefined && language === 'en' && extensions.length === 0;
    const shared = isUsual && !hasOwnServer ? await WindowServer.share(installedIn) : undefined;
    const server = shared ?? (await startOwn());
    const { userDataDir } = server;
    // VS Code reads these files when a window is opened.
    await mkdir(path.join(userDataDir, 'User'), { recursive: true });
    const userSettings = { ...quietSettings, ...drivenSettings, ...settings };
    await writeFile(settingsFile(userDataDir), JSON.stringify(userSettings));
    await writeFile(path.join(userDataDir, 'User/keybindings.json'), JSON.stringify(keys));
    await mkdir(path.join(userDataDir, 'Machine'), { recursive: true });
    await writeFile(path.join(userDataDir, 'Machine/settings.json'), JSON.stringify(machineSettings));
    const page = await newPage(server.browser, dotsPerPixel);
    const workbench = new Workbench(page, folder, server);
    await page.goto(folderUrl(server.server.origin, folder));
    await workbench.ready();
    return workbench;
  }

  viewContainer(title: string): ViewContainer {
    return new ViewContainer(this.page, title);
  }

  /** A status bar item by its full id, `publisher.name.itemId`. */
  statusBarItem(id: string): Locator {
    return this.page.locator(`.statusbar [id="${id}"]`);
  }

  /** Runs a command by its title in the palette. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickInput.type(`>${title}`);
    await this.quickInput.choose(title);
    // The command's next question appears in the same box.
    const { input } = this.quickInput;
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
    await eventually(
      () => readFile(file, 'utf8'),
      (saved) => saved === text,
    );
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
    const { pid } = this.server.server;
    return pid === undefined ? [] : localServices(pid);
  }

  /** The processes that run the extensions of this window (Linux). */
  extensionHosts(): number[] {
    return this.server.extensionHosts();
  }

  /** Advances the clock by which the extension measures intervals by more than two minutes. */
  passMinutes(): void {
    for (const pid of this.extensionHosts()) process.kill(pid, forwardSignal);
  }

  /**
   * Stops the local services and their descendants until the returned function is called, so that nothing ends
   * meanwhile.
   */
  pauseLocalServices(): () => void {
    const paused = this.localServices().flatMap((pid) => [pid, ...descendantsOf(pid)]);
    for (const pid of paused) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of paused) process.kill(pid, 'SIGCONT');
    };
  }

  /** Saves a picture of the window and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(cache, 'screenshots', `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  async close(): Promise<void> {
    Workbench.opened.delete(this);
    await this.page.context().close();
    await this.server.release();
  }
}

/**
 * Copies the installation and adds other extensions. Without a list of extensions, VS Code uses the folder's content.
 */
async function installBeside(shared: string, extensions: readonly string[], folder: string): Promise<void> {
  await cp(shared, folder, { recursive: true });
  await rm(path.join(folder, 'extensions.json'), { force: true });
  for (const each of extensions) await cp(each, path.join(folder, path.basename(each)), { recursive: true });
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
