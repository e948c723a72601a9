import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../eventually.ts';
import { cache, root } from '../paths.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

/** An extension that calls ours like a chat or another extension, with a key for each call, and records the results. */
export class Caller {
  readonly #answer: string;

  /** @param name the name of the workbench that it is installed in */
  constructor(name: string) {
    this.#answer = path.join(cache, 'ui', name, 'answer.txt');
  }

  /** Options for a workbench with these keys bound to calls of tools and of the API. */
  options(
    toolCalls: Readonly<Record<string, { readonly name: string; readonly input: object }>>,
    apiCalls: Readonly<Record<string, { readonly file: string; readonly target: string }>>,
  ): Pick<WorkbenchOptions, 'extensions' | 'keys'> {
    const bindings = (calls: object, command: string): object[] =>
      Object.entries(calls).map(([key, args]) => ({ key, command, args: { ...args, answer: this.#answer } }));
    return {
      extensions: [path.join(root, 'test/fixtures/caller')],
      keys: [...bindings(toolCalls, 'caller.tool'), ...bindings(apiCalls, 'caller.api')],
    };
  }

  async call({ page }: Workbench, key: string): Promise<void> {
    await rm(this.#answer, { force: true });
    await page.keyboard.press(key);
  }

  /** The result of the last call, once it has arrived. */
  async answer(): Promise<string> {
    return eventually(
      () => (existsSync(this.#answer) ? readFile(this.#answer, 'utf8') : ''),
      (text) => text !== '',
    );
  }
}
