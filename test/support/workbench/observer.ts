// Preloaded into the processes of a VS Code server. In an extension host, it records the messages that our extension
// shows, in order.
import { appendFileSync } from 'node:fs';
import Module from 'node:module';
import type * as vscode from 'vscode';
import { isExtensionHost, observedVariable, type ShownEvent } from './shownEvent.ts';

type Api = typeof vscode;
type Window = typeof vscode.window;
type Method = (...args: unknown[]) => unknown;

const file = process.env[observedVariable];
if (file !== undefined && isExtensionHost(process.argv)) {
  // Without this, the processes that the extension starts would inherit the variable.
  delete process.env[observedVariable];
  observe(file);
}

function observe(log: string): void {
  const record = (event: ShownEvent): void => appendFileSync(log, `${JSON.stringify(event)}\n`);
  let observed: Api | undefined;
  const { prototype } = Module;
  const original = Object.getOwnPropertyDescriptor(prototype, 'require')?.value;
  prototype.require = Object.assign(function requireObserved(this: NodeModule, id: string): unknown {
    const required: unknown = Reflect.apply(original, this, [id]);
    if (!isApi(id, required) || !this.filename.includes('file-utility-network')) return required;
    observed ??= copyWith(required, { window: copyWith(required.window, observers(required, record)) });
    return observed;
  }, original);
}

function isApi(id: string, _required: unknown): _required is Api {
  return id === 'vscode';
}

/** Functions that also record their texts. TypeScript can't check them against all overloads of the original. */
function observers(
  { window, ProgressLocation }: Api,
  record: (event: ShownEvent) => void,
): { readonly [K in keyof Window]?: unknown } {
  let count = 0;
  const newId = (): string => `${process.pid}-${(count += 1)}`;
  const message =
    (name: 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage'): Method =>
    async (text, ...rest) => {
      const id = newId();
      record({ kind: isModal(rest[0]) ? 'dialog' : 'notification', id, text: String(text) });
      const chosen: unknown = await Reflect.apply(window[name], window, [text, ...rest]);
      record({ kind: 'answer', id, button: chosen === undefined ? undefined : titleOf(chosen) });
      return chosen;
    };
  return {
    showInformationMessage: message('showInformationMessage'),
    showWarningMessage: message('showWarningMessage'),
    showErrorMessage: message('showErrorMessage'),
    async withProgress<R>(...args: Parameters<typeof window.withProgress<R>>): Promise<R> {
      const [{ location, title = '' }] = args;
      if (location !== ProgressLocation.Notification) return window.withProgress(...args);
      const id = newId();
      record({ kind: 'progress', id, title });
      const result = await window.withProgress(...args);
      record({ kind: 'progressEnd', id });
      return result;
    },
  };
}

/** Copies an object that can't be changed, with its getters, and replaces some properties. */
function copyWith<T extends object>(original: T, replaced: object): T {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(replaced),
  });
}

function isModal(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'modal' in options && options.modal === true;
}

function titleOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'title' in item ? String(item.title) : String(item);
}
