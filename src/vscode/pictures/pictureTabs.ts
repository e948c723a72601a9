import path from 'node:path';
import * as vscode from 'vscode';
import { lossesOf, type Offers, pairAt } from '../../planning/offer.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import type { FileStore, FileFacts } from '../../jobs/core/fileStore.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { webviews } from '../../manifest.ts';
import type { LocalService } from '../localService/localService.ts';
import { PictureFolders, type FileToShow, PictureMaker, type Previewer } from './pictureMaker.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import {
  comparisonContent,
  comparisonStatus,
  noLosses,
  type PairLosses,
  previewContent,
  previewStatus,
  compareAllTitle,
  compareTitle,
  noPictureText,
  programToRun,
  type ImageComparison,
  type ComparedSide,
} from './tabContent.ts';
import type { ImagePair, PairSide } from './imagePairs.ts';
import { say, type SafeText } from '../text/safeText.ts';
import type { EditorPanel } from '../ui/providers.ts';
import { openPictureTab, PictureTab } from '../ui/pictureTab.ts';
import { onDidChangeFile } from '../files/workspaceFiles.ts';
import { type Contents, PictureTabController } from './pictureTabController.ts';

type LocalPictures = Previewer & Pick<LocalService, 'convert' | 'probe'>;

/** Everything that a tab's contents need to make pictures. */
export interface PictureTools {
  readonly local: LocalPictures;
  readonly folders: PictureFolders;
  readonly maker: PictureMaker;
  /** Path of the tab's folder. */
  readonly folder: string;
}

/** Tabs with pictures of files: an editor for previews, and comparisons. They don't create jobs. */
export class PictureTabs implements Disposable {
  readonly #files: FileStore;
  readonly #local: LocalPictures;
  readonly #offers: Offers;
  readonly #page: string;
  readonly #store = new DisposableStore();
  readonly #folders = this.#store.add(new PictureFolders());
  readonly #maker: PictureMaker;

  constructor(files: FileStore, local: LocalPictures, offers: Offers, extensionPath: string) {
    this.#files = files;
    this.#local = local;
    this.#offers = offers;
    this.#page = path.join(extensionPath, 'dist/webview');
    this.#maker = new PictureMaker(files, this.#folders, local);
  }

  /** Shows pairs of images, one at a time. */
  async compare(pairs: readonly ImagePair[]): Promise<void> {
    const [pair, ...others] = pairs;
    if (pair === undefined) return;
    const title =
      others.length === 0 ? compareTitle(pair.before.name, pair.after.name) : compareAllTitle(pairs.length);
    await this.#show(
      (folder) => openPictureTab(webviews.compare, title, folder),
      (folder) => this.#pairs(pairs, folder),
    );
  }

  /** Shows the pages of a file in the tab of a custom editor. */
  async preview(uri: vscode.Uri, panel: EditorPanel): Promise<void> {
    const { show, tab } = await this.#show(
      (folder) => new PictureTab(panel, folder),
      (folder) => this.#pages(uri.toString(), folder),
    );
    const changes = onDidChangeFile(uri, () => void show.reload());
    tab.onDidClose(() => changes.dispose());
  }

  /** Opens a new tab with contents. */
  async open(title: SafeText, contentsWith: (tools: PictureTools) => Contents): Promise<PictureTab> {
    const [local, folders, maker] = [this.#local, this.#folders, this.#maker];
    const { tab } = await this.#show(
      (folder) => openPictureTab(webviews.compare, title, folder),
      (folder) => contentsWith({ local, folders, maker, folder }),
    );
    return tab;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Creates a tab with its own folder, which is deleted when the tab is closed. */
  async #show(
    tabIn: (folder: string) => PictureTab,
    contentsIn: (folder: string) => Contents,
  ): Promise<{ show: PictureTabController; tab: PictureTab }> {
    const folder = await this.#folders.make(this.#page);
    const tab = tabIn(folder.path);
    const show = new PictureTabController(tab, contentsIn(folder.path));
    tab.onDidClose(() => {
      show.dispose();
      void folder[Symbol.asyncDispose]();
    });
    void show.start();
    return { show, tab };
  }

  #pages(uri: string, folder: string): Contents {
    let file: FileToShow = { uri, name: baseName(uri), mayRunPrograms: false };
    let count = 1;
    return {
      act: () => {
        // A workspace can open this editor for any file, so programs only run after a click, and only in a trusted
        // workspace.
        file = { ...file, mayRunPrograms: vscode.workspace.isTrusted };
      },
      waiting: (index) => previewStatus(file, say('Reading the file…'), { index, count }),
      load: async (index, signal) => {
        try {
          const picture = await this.#maker.make(file, index + 1, folder, signal);
          count = picture.pages ?? 1;
          return previewContent(file, picture, { index, count });
        } catch (error) {
          signal.throwIfAborted();
          const problem = problemOf(error);
          const program = vscode.workspace.isTrusted ? programToRun(problem) : undefined;
          if (program === undefined) return previewStatus(file, noPictureText(problem), { index, count });
          return {
            ...previewStatus(file, say('Showing this file requires {0}.', program), { index, count }),
            action: say('Show with {0}', program),
          };
        }
      },
    };
  }

  #pairs(pairs: readonly ImagePair[], folder: string): Contents {
    const count = pairs.length;
    const at = (index: number): ImagePair => {
      const pair = pairs[index];
      if (pair === undefined) throw new Error(`Pair index out of range: ${index}`);
      return pair;
    };
    const context = {
      files: this.#files,
      maker: this.#maker,
      mayRunPrograms: vscode.workspace.isTrusted,
      lossesOf: async (pair: ImagePair, signal: AbortSignal) => this.#lossesOf(pair, signal),
    };
    return {
      waiting: (index) => comparisonStatus(at(index), say('Reading the files…'), { index, count }),
      load: async (index, signal) =>
        comparisonContent(await comparePair(context, at(index), folder, signal), { index, count }),
    };
  }

  /**
   * The properties that a conversion lost, by the service's list and, if the source is still on disk, its traits.
   * Compressions lose nothing.
   */
  async #lossesOf({ before, made }: ImagePair, signal: AbortSignal): Promise<PairLosses> {
    const { service = 'local', from, to } = made ?? {};
    if (from === undefined || to === undefined) return noLosses;
    const losses = pairAt(await this.#offers.current(), service, from, to)?.losses ?? [];
    if (losses.length === 0 || before.uri?.startsWith('file:') !== true) return lossesOf(losses);
    const file = { inputPath: vscode.Uri.parse(before.uri).fsPath, fileName: before.name };
    return lossesOf(losses, await this.#local.probe(file, signal).catch(() => undefined));
  }
}

interface PairContext {
  readonly files: FileStore;
  readonly maker: PictureMaker;
  /** True if the workspace is trusted. A click on a command counts as a request to run programs. */
  readonly mayRunPrograms: boolean;
  readonly lossesOf: (pair: ImagePair, signal: AbortSignal) => Promise<PairLosses>;
}

/**
 * Makes the pictures of a pair in a folder, if possible.
 * @throws the signal's reason, and no other error
 */
async function comparePair(
  { files, maker, mayRunPrograms, lossesOf }: PairContext,
  pair: ImagePair,
  folder: string,
  signal: AbortSignal,
): Promise<ImageComparison> {
  const look = async ({ uri, name, was }: PairSide): Promise<ComparedSide> => {
    if (uri === undefined) return { problem: say('It was replaced by its result, and there’s no backup.') };
    try {
      const hasChanged = was !== undefined && differs(was, await files.facts(uri));
      return { hasChanged, picture: await maker.make({ uri, name, mayRunPrograms }, 1, folder, signal) };
    } catch (error) {
      signal.throwIfAborted();
      return { problem: noPictureText(problemOf(error)) };
    }
  };
  const [before, after, losses] = await Promise.all([
    look(pair.before),
    look(pair.after),
    lossesOf(pair, signal).catch(() => noLosses),
  ]);
  return { pair, before, after, losses };
}

function differs(was: NonNullable<PairSide['was']>, facts: FileFacts | undefined): boolean {
  if (facts === undefined) return false;
  const { sizeBytes = facts.sizeBytes, modifiedMs = facts.modifiedMs } = was;
  return sizeBytes !== facts.sizeBytes || modifiedMs !== facts.modifiedMs;
}
