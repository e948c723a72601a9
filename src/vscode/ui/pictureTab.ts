import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { type TabContent, tabRequest, type TabRequest } from '../../webview/messages.ts';
import { languageTag, type SafeText } from '../text/safeText.ts';
import type { PictureTabContent } from './pictureTabContent.ts';

/** Files of the page, which are in each tab's folder beside its pictures. */
const script = 'main.js';
const style = 'pictures.css';

/** A tab with pictures from one folder, which can't load anything else. */
export class PictureTab {
  readonly #panel: vscode.WebviewPanel;
  readonly #folder: vscode.Uri;

  constructor(panel: vscode.WebviewPanel, folder: string) {
    this.#panel = panel;
    this.#folder = vscode.Uri.file(folder);
  }

  /** Loads the page, and reports its requests from then on, ignoring all other messages. */
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

/** Opens a tab beside the other editors of the active group. */
export function openPictureTab(viewType: string, title: SafeText, folder: string): PictureTab {
  const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
  return new PictureTab(panel, folder);
}

/** The parts of a tab's page, all of which are ours. */
interface PageParts {
  /** The source that VS Code lets the tab load files from, for a Content Security Policy. */
  readonly source: string;
  readonly script: string;
  readonly style: string;
  /** Identifies our script in the policy. */
  readonly nonce: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** The page of a picture tab, without external content: words and pictures arrive as messages. */
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
