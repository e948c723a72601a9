// Preloaded into the processes of a VS Code server. In an extension host, it records what our extension shows, in
// order, and lets tests advance the clock.
import { appendFileSync } from 'node:fs';
import Module from 'node:module';
import type * as vscode from 'vscode';
import { followForwardSignal } from './hostClock.ts';
import { isExtensionHost, observedVariable, type ShownEvent } from './shownEvent.ts';

type Api = typeof vscode;
type Window = typeof vscode.window;
type Report = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;
/** Replacements of functions, which TypeScript can't check against all their overloads. */
type Replaced<T> = { readonly [K in keyof T]?: unknown };
type Method = (...args: unknown[]) => unknown;

const file = process.env[observedVariable];
if (file !== undefined && isExtensionHost(process.argv)) {
  // Without this, the processes that the extension starts would inherit the variable.
  delete process.env[observedVariable];
  observe(file);
  followForwardSignal();
}

function observe(log: string): void {
  const states = new Map<string, string>();
  const record = (event: ShownEvent): void => {
    const { kind } = event;
    if (kind === 'status' || kind === 'badge' || kind === 'message') {
      // A repeated state changes nothing on screen.
      const state = JSON.stringify(event);
      if (states.get(kind) === state) return;
      states.set(kind, state);
    }
    appendFileSync(log, `${JSON.stringify({ at: Date.now(), host: process.pid, ...event })}\n`);
  };
  let observed: Api | undefined;
  const { prototype } = Module;
  const original = Object.getOwnPropertyDescriptor(prototype, 'require')?.value;
  prototype.require = Object.assign(function requireObserved(this: NodeModule, id: string): unknown {
    const required: unknown = Reflect.apply(original, this, [id]);
    if (!isApi(id, required) || !this.filename.includes('file-utility-network')) return required;
    observed ??= observedApi(required, record);
    return observed;
  }, original);
}

function isApi(id: string, _required: unknown): _required is Api {
  return id === 'vscode';
}

/** The API, with window functions that also record their texts. */
function observedApi(api: Api, record: (event: ShownEvent) => void): Api {
  return copyWith(api, { window: copyWith(api.window, observers(api, record)) });
}

function observers({ window, ProgressLocation }: Api, record: (event: ShownEvent) => void): Replaced<Window> {
  let count = 0;
  const newId = (): string => `${process.pid}-${(count += 1)}`;
  const message =
    (
      severity: 'info' | 'warning' | 'error',
      name: 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage',
    ): Method =>
    async (text, ...rest) => {
      const id = newId();
      const [first] = rest;
      const options = isMessageOptions(first) ? first : undefined;
      const buttons = (options === undefined ? rest : rest.slice(1)).map(titleOf);
      const kind = options?.modal === true ? 'dialog' : 'notification';
      record({ kind, id, severity, text: String(text), detail: options?.detail ?? '', buttons });
      const chosen: unknown = await Reflect.apply(window[name], window, [text, ...rest]);
      record({ kind: 'answer', id, button: chosen === undefined ? undefined : titleOf(chosen) });
      return chosen;
    };
  return {
    showInformationMessage: message('info', 'showInformationMessage'),
    showWarningMessage: message('warning', 'showWarningMessage'),
    showErrorMessage: message('error', 'showErrorMessage'),
    createTreeView<T>(view: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> {
      const treeDataProvider = observedRows(view, options.treeDataProvider, record);
      const tree = window.createTreeView(view, { ...options, treeDataProvider });
      return whenSet(tree, (name) => {
        if (name === 'message') record({ kind: 'message', view, text: tree.message ?? '' });
        const { value = 0, tooltip = '' } = tree.badge ?? {};
        if (name === 'badge') record({ kind: 'badge', view, value, tooltip });
      });
    },
    createStatusBarItem(...args: Parameters<Window['createStatusBarItem']>): vscode.StatusBarItem {
      const item = window.createStatusBarItem(...args);
      const is = (isShown: boolean): void => {
        const spoken = item.accessibilityInformation?.label ?? '';
        record({ kind: 'status', id: item.id, text: isShown ? item.text : '', spoken, isShown });
      };
      return Object.assign(item, {
        show: before(item.show.bind(item), () => is(true)),
        hide: before(item.hide.bind(item), () => is(false)),
      });
    },
    async withProgress<R>(
      options: vscode.ProgressOptions,
      task: (progress: Report, token: vscode.CancellationToken) => Thenable<R>,
    ): Promise<R> {
      const place = options.location === ProgressLocation.Notification ? 'notification' : 'other';
      const { title = '' } = options;
      const id = newId();
      record({ kind: 'progress', id, place, title, text: '' });
      const result = await window.withProgress(options, (progress: Report, token) => {
        const report: Report['report'] = (value) => {
          record({ kind: 'progress', id, place, title, text: value.message ?? '' });
          progress.report(value);
        };
        return task({ report }, token);
      });
      record({ kind: 'progressEnd', id });
      return result;
    },
  };
}

function observedRows<T>(
  view: string,
  provider: vscode.TreeDataProvider<T>,
  record: (event: ShownEvent) => void,
): vscode.TreeDataProvider<T> {
  return copyWith(provider, {
    async getTreeItem(element: T): Promise<vscode.TreeItem> {
      const item = await provider.getTreeItem(element);
      const { label, iconPath } = item;
      record({
        kind: 'row',
        view,
        id: item.id ?? '',
        label: typeof label === 'object' ? label.label : (label ?? ''),
        description: String(item.description ?? ''),
        icon: typeof iconPath === 'object' && 'id' in iconPath ? iconPath.id : '',
        contextValue: item.contextValue ?? '',
        spoken: item.accessibilityInformation?.label ?? '',
      });
      return item;
    },
  });
}

/** Copies an object that can't be changed, with its getters, and replaces some properties. */
function copyWith<T extends object>(original: T, replaced: object): T {
  const descriptors = Object.getOwnPropertyDescriptors(original);
  return Object.create(Object.getPrototypeOf(original), {
    ...descriptors,
    ...Object.getOwnPropertyDescriptors(replaced),
  });
}

function whenSet<T extends object>(target: T, then: (name: string | symbol) => void): T {
  return new Proxy(target, {
    get: (_, name) => Reflect.get(target, name, target),
    set: (_, name, value) => {
      const isSet = Reflect.set(target, name, value, target);
      then(name);
      return isSet;
    },
  });
}

function before(method: () => void, first: () => void): () => void {
  return () => {
    first();
    method();
  };
}

function isMessageOptions(value: unknown): value is vscode.MessageOptions {
  return typeof value === 'object' && value !== null && !('title' in value);
}

function titleOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'title' in item ? String(item.title) : String(item);
}
