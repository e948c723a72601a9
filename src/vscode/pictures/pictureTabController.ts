import type { Disposable } from '../../util/disposable.ts';
import type { TabRequest } from '../../webview/messages.ts';
import type { PictureTabContent, PictureTab } from '../ui/pictureTab.ts';

/** The contents of a tab by number, such as the pages of a file or pairs of images. */
export interface Contents {
  /** Returns what the tab shows while the content with this number is loading. */
  waiting(index: number): PictureTabContent;
  /**
   * Makes the pictures of the content with this number. Errors are described in the content. Until the signal is
   * aborted, `update` can replace the content.
   * @throws the signal's reason, and no other error
   */
  load(
    index: number,
    signal: AbortSignal,
    update: (content: PictureTabContent) => void,
  ): Promise<PictureTabContent>;
  /** Called when the user clicks the content's button. Afterwards, the content is loaded again. */
  act?(): void;
  /** Called when the user changes or submits the content's form. */
  take?(request: FormRequest): void;
}

export type FormRequest = Extract<TabRequest, { type: 'set' | 'press' | 'look' }>;

/** Shows one of several contents in a tab: the one requested last. Loading the others is canceled. */
export class PictureTabController implements Disposable {
  readonly #tab: Pick<PictureTab, 'load' | 'show'>;
  readonly #contents: Contents;
  #loading: AbortController | undefined;
  #shown: PictureTabContent;

  constructor(tab: Pick<PictureTab, 'load' | 'show'>, contents: Contents) {
    this.#tab = tab;
    this.#contents = contents;
    this.#shown = contents.waiting(0);
  }

  /** Shows the first content until the tab is closed. Resolves once the content is shown. */
  async start(): Promise<void> {
    this.#tab.load((request) => {
      // VS Code reloads the page whenever its tab becomes visible.
      if (request.type === 'ready') this.#tab.show(this.#shown);
      else if (request.type === 'act') void this.#act();
      else if (request.type !== 'go') this.#contents.take?.(request);
      else if (request.index < (this.#shown.place?.count ?? 0)) void this.#go(request.index);
    });
    await this.#go(0);
  }

  /** Reloads the content because a file has changed. */
  async reload(): Promise<void> {
    await this.#go(this.#shown.place?.index ?? 0);
  }

  async #act(): Promise<void> {
    if (this.#shown.action === undefined) return;
    this.#contents.act?.();
    await this.reload();
  }

  dispose(): void {
    this.#loading?.abort();
  }

  async #go(index: number): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#show(this.#contents.waiting(index));
    try {
      const update = (content: PictureTabContent): void => {
        if (!loading.signal.aborted) this.#show(content);
      };
      update(await this.#contents.load(index, loading.signal, update));
    } catch (error) {
      if (!loading.signal.aborted) throw error;
    }
  }

  #show(content: PictureTabContent): void {
    this.#shown = content;
    this.#tab.show(content);
  }
}
