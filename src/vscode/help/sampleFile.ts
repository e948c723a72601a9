import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type FileStore, haveSameContent } from '../../jobs/core/fileStore.ts';
import { inFolder } from '../../jobs/core/fileUri.ts';
import { numberedName } from '../../contract/safeFileName.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { compressSelected, convertForPerson } from '../convert/commands.ts';
import { copyVirtualFiles } from '../files/fileCopies.ts';

const name = 'sample.png';

/** The sample picture that ships with the extension, and its copies. */
export class SampleFile {
  readonly #files: FileStore;
  readonly #shipped: vscode.Uri;
  readonly #storage: vscode.Uri;

  constructor(
    files: FileStore,
    { extensionUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>,
  ) {
    this.#files = files;
    this.#shipped = vscode.Uri.joinPath(extensionUri, 'media', name);
    this.#storage = vscode.Uri.joinPath(globalStorageUri, 'sample');
  }

  /**
   * Copies the sample to the open folder if that is writable, or else to one of the extension's folders. Reuses an
   * existing copy. Never replaces files with other content.
   * @throws FileStoreError
   */
  async copy(): Promise<{
    readonly uri: vscode.Uri;
    readonly isNew: boolean;
    readonly isInWorkspace: boolean;
  }> {
    const open = vscode.workspace.workspaceFolders?.[0]?.uri;
    const isInWorkspace =
      open !== undefined && vscode.workspace.fs.isWritableFileSystem(open.scheme) === true;
    const folder = isInWorkspace ? open : this.#storage;
    if (!isInWorkspace) await vscode.workspace.fs.createDirectory(folder);
    const earlier = await this.#findIn(folder.toString());
    if (earlier !== undefined) return { uri: earlier, isNew: false, isInWorkspace };
    const sample = { name, data: async () => vscode.workspace.fs.readFile(this.#shipped) };
    const [kept = ''] = await copyVirtualFiles(this.#files, [sample], folder.toString());
    return { uri: vscode.Uri.parse(kept), isNew: true, isInWorkspace };
  }

  /** Removes a copy, unless the user has changed it. */
  async remove(copy: vscode.Uri): Promise<void> {
    if (await this.#isSample(copy.toString())) await this.#files.remove(copy.toString());
  }

  /** An existing copy, searched under the names that copies get. */
  async #findIn(folder: string): Promise<vscode.Uri | undefined> {
    for (let number = 0; ; number += 1) {
      const uri = inFolder(folder, numberedName(name, number));
      if ((await this.#files.facts(uri)) === undefined) return undefined;
      if (await this.#isSample(uri)) return vscode.Uri.parse(uri);
    }
  }

  async #isSample(uri: string): Promise<boolean> {
    return haveSameContent(this.#files, uri, this.#shipped.toString());
  }
}

const sampleWork = z.enum(['convert', 'compress', 'options']);

/**
 * Implements **Try It With a Sample**: copies the sample picture and asks for a target. The walkthrough's steps pass
 * other commands to run.
 */
export function trySample(context: BatchContext & { readonly sample: SampleFile }) {
  const { sample } = context;
  return async (wanted?: unknown): Promise<void> => {
    const { uri, isNew, isInWorkspace } = await sample.copy();
    // In the open folder, the Explorer selects the new file automatically.
    if (!isInWorkspace) await vscode.commands.executeCommand('vscode.open', uri, { preserveFocus: true });
    const how = sampleWork.safeParse(wanted).data;
    // VS Code returns the focus to the walkthrough a moment after a click on its button.
    const results =
      how === 'compress'
        ? await compressSelected(context)(uri, [uri])
        : await convertForPerson(context, [uri], { withOptions: how === 'options', isFromPage: true });
    // If the user cancels, the new copy is removed from the open folder. Elsewhere, it stays open in an editor.
    if (results.length === 0 && isNew && isInWorkspace) await sample.remove(uri);
  };
}
