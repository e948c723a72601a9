import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import {
  type TabContent,
  tabRequest,
  type TabRequest,
  type Control,
  type Form,
  type Part,
} from '../../webview/messages.ts';
import { languageTag, type SafeText } from '../text/safeText.ts';

/** Files of the page. They are in each tab's folder, beside its pictures. */
const script = 'main.js';
const style = 'pictures.css';

/** A tab that shows pictures from one folder. It can't load anything from elsewhere. */
export class PictureTab {
  readonly #panel: vscode.WebviewPanel;
  readonly #folder: vscode.Uri;

  constructor(panel: vscode.WebviewPanel, folder: string) {
    this.#panel = panel;
    this.#folder = vscode.Uri.file(folder);
  }

  /** Loads the page, and from then on reports its valid requests. Ignores all other messages. */
  load(onRequest: (request: TabRequest) => void): void {
    const { webview } = this.#panel;
    webview.options = { enableScripts: true, localResourceRoots: [this.#folder] };
    webview.onDidReceiveMessage((message: unknown) => {
      const request = tabRequest.safeParse(message);
      if (request.success) onRequest(request.data);
    });
    webview.html = pictureTabHtml({
      source: webview.cspSource,
      script: this.#address(script),
      style: this.#address(style),
      nonce: randomBytes(16).toString('base64'),
      language: languageTag(),
    });
  }

  show({ pictures, ...content }: PictureTabContent): void {
    const shown = pictures.map(({ file, ...picture }) => ({ ...picture, source: this.#address(file) }));
    const message: TabContent = { ...content, pictures: shown };
    void this.#panel.webview.postMessage(message);
  }

  rename(title: SafeText): void {
    this.#panel.title = title;
  }

  close(): void {
    this.#panel.dispose();
  }

  onDidClose(listener: () => void): Disposable {
    return this.#panel.onDidDispose(listener);
  }

  #address(file: string): string {
    return this.#panel.webview.asWebviewUri(vscode.Uri.joinPath(this.#folder, file)).toString();
  }
}

/** Opens a tab in the active editor group. */
export function openPictureTab(viewType: string, title: SafeText, folder: string): PictureTab {
  const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
  return new PictureTab(panel, folder);
}

/** The parts that a tab's page consists of. */
interface PageParts {
  /** The source from which VS Code lets the tab load files, for the Content Security Policy. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** Identifies the extension's own script in the Content Security Policy. */
  readonly nonce: string;
  /** The page's language as a BCP 47 tag. */
  readonly language: string;
}

/** The HTML of a picture tab. It contains no external content, because texts and pictures arrive as messages. */
function pictureTabHtml({ source, script, style, nonce, language }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `img-src ${source}`,
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>File Utility Network</title>
    <link rel="stylesheet" href="${style}" />
  </head>
  <body>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>
`;
}

/** A type in which all texts that a page shows are `SafeText`. */
type Safe<T> = T extends string
  ? string extends T
    ? SafeText
    : T
  : T extends number
    ? T
    : { readonly [Key in keyof T]: Safe<T[Key]> };

/** A control of a form with safe texts. Its name and values are the extension's own. */
export type ShownControl = Control extends infer Each ? Safe<Each> : never;
type ShownForm = Safe<Form>;

/** A picture in the tab's folder. */
interface ShownPicture {
  readonly file: string;
  /** The picture's name, for screen readers. */
  readonly name: SafeText;
  /** Present if the picture shows only this part of the other one. */
  readonly part?: Part;
}

export interface PictureTabContent {
  readonly texts: Safe<TabContent['texts']>;
  readonly title: SafeText;
  /** The current activity, or an error. */
  readonly status: SafeText;
  /** The label of a button below the status. */
  readonly action?: SafeText;
  /** One picture, or two to compare. */
  readonly pictures: readonly ShownPicture[];
  /** The form with settings that change the pictures. */
  readonly form?: ShownForm;
  readonly facts: readonly { readonly label: SafeText; readonly values: readonly SafeText[] }[];
  readonly remarks: readonly SafeText[];
  /** The position among several pages or pairs, starting at 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: SafeText };
}
