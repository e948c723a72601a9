import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { type TabContent, tabRequest, type TabRequest } from '../../webview/messages.ts';
import { languageTag, type Words } from '../text/words.ts';
import type { PictureTabContent } from './pictureTabContent.ts';

/** The files of the page, which lie in the folder of each tab beside its pictures. */
const script = 'main.js';
const style = 'pictures.css';

/** A tab that shows pictures of one folder, and can load nothing from anywhere else. */
export class PictureTab {
  readonly #panel: vscode.WebviewPanel;
  readonly #folder: vscode.Uri;

  constructor(panel: vscode.WebviewPanel, folder: string) {
    this.#panel = panel;
    this.#folder = vscode.Uri.file(folder);
  }

  /** Loads the page; what it asks for is heard from then on, and nothing else that it might say. */
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
    const shown = pictures.map(({ file, name }) => ({ source: this.#address(file), name }));
    const message: TabContent = { ...content, pictures: shown };
    void this.#panel.webview.postMessage(message);
  }

  onDidClose(listener: () => void): Disposable {
    return this.#panel.onDidDispose(listener);
  }

  #address(file: string): string {
    return this.#panel.webview.asWebviewUri(vscode.Uri.joinPath(this.#folder, file)).toString();
  }
}

/** Opens a tab beside the other editors, in the group that has the focus. */
export function openPictureTab(viewType: string, title: Words, folder: string): PictureTab {
  const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
  return new PictureTab(panel, folder);
}

/** What the page of a tab is made of; all of it is ours. */
interface PageParts {
  /** Where VS Code lets the tab load files from, as a source of a Content Security Policy. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** By which the policy tells our script from any other. */
  readonly nonce: string;
  /** As in BCP 47. */
  readonly language: string;
}

/** The page of a tab of pictures, without anything from outside: words and pictures reach it by message. */
function pictureTabHtml({ source, script, style, nonce, language }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `img-src ${source}`,
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
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
