import { posix as path } from 'node:path';
import * as vscode from 'vscode';

/** A file system in memory, as an extension would provide one. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, { bytes: Uint8Array; mtime: number; size: number | undefined }>();
  readonly #folders = new Set(['']);
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  #now = 1;

  /** The paths of all files, without the leading slash. */
  names(): string[] {
    return [...this.#files.keys()].toSorted();
  }

  /** The paths of all folders except the root. */
  folders(): string[] {
    return [...this.#folders].filter((name) => name !== '').toSorted();
  }

  clear(): void {
    this.#files.clear();
    this.#folders.clear();
    this.#folders.add('');
  }

  /** Sets the apparent size of a file. */
  pretend(uri: vscode.Uri, size: number): void {
    this.#entry(uri).size = size;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (this.#folders.has(nameOf(uri)))
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes, mtime, size } = this.#entry(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: size ?? bytes.length };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const folder = nameOf(uri);
    if (!this.#folders.has(folder)) throw vscode.FileSystemError.FileNotFound(uri);
    const within = (name: string): boolean => name !== '' && path.dirname(`/${name}`) === `/${folder}`;
    return [
      ...this.folders()
        .filter(within)
        .map((name): [string, vscode.FileType] => [path.basename(name), vscode.FileType.Directory]),
      ...this.names()
        .filter(within)
        .map((name): [string, vscode.FileType] => [path.basename(name), vscode.FileType.File]),
    ];
  }

  createDirectory(uri: vscode.Uri): void {
    this.#folders.add(nameOf(uri));
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#entry(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#now += 1;
    this.#files.set(nameOf(uri), { bytes: Uint8Array.from(bytes), mtime: this.#now, size: undefined });
  }

  delete(uri: vscode.Uri): void {
    if (this.#folders.delete(nameOf(uri))) return;
    this.#entry(uri);
    this.#files.delete(nameOf(uri));
  }

  rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { overwrite: boolean }): void {
    if (!overwrite && this.#files.has(nameOf(to))) throw vscode.FileSystemError.FileExists(to);
    this.#files.set(nameOf(to), this.#entry(from));
    this.#files.delete(nameOf(from));
  }

  #entry(uri: vscode.Uri): { bytes: Uint8Array; mtime: number; size: number | undefined } {
    const entry = this.#files.get(nameOf(uri));
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(1);
}
