import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, settingsSection } from '../../src/manifest.ts';
import type { BatchFileResult } from '../../src/vscode/batch/runBatch.ts';
import { root } from '../support/paths.ts';

/** A folder for one test, with copies of fixtures. */
export class Sandbox {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Sandbox> {
    return new Sandbox(await mkdtemp(path.join(os.tmpdir(), 'host-suite-')));
  }

  path(...names: readonly string[]): string {
    return path.join(this.folder, ...names);
  }

  uri(...names: readonly string[]): vscode.Uri {
    return vscode.Uri.file(this.path(...names));
  }

  /** Copies a file from `test/fixtures`, under its own name unless another is given. */
  async add(fixture: string, name = path.basename(fixture)): Promise<vscode.Uri> {
    await cp(path.join(root, 'test/fixtures', fixture), this.path(name));
    return this.uri(name);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Calls the convert command as other extensions do. */
export async function convert(uris: readonly vscode.Uri[], targetFormat: string): Promise<BatchFileResult[]> {
  return vscode.commands.executeCommand(commands.convert, uris[0], uris, { targetFormat });
}

/** Calls the convert command for one file. */
export async function combine(
  uris: readonly vscode.Uri[],
  targetFormat: string,
  more: object = {},
): Promise<BatchFileResult[]> {
  const given = { targetFormat, combine: true, ...more };
  return vscode.commands.executeCommand(commands.convert, uris[0], uris, given);
}

/** Calls the compress command as other extensions do. */
export async function compress(uris: readonly vscode.Uri[]): Promise<BatchFileResult[]> {
  return vscode.commands.executeCommand(commands.compress, uris[0], uris);
}

/** Changes our user settings while `run` runs. */
export async function withSettings<T>(
  values: Readonly<Record<string, unknown>>,
  run: () => Promise<T>,
): Promise<T> {
  for (const [name, value] of Object.entries(values)) await writeSetting(name, value);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(values)) await writeSetting(name, undefined);
  }
}

async function writeSetting(name: string, value: unknown): Promise<void> {
  const section = vscode.workspace.getConfiguration(settingsSection);
  await section.update(name, value, vscode.ConfigurationTarget.Global);
}
