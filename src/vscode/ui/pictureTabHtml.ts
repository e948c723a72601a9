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
export function pictureTabHtml({ source, script, style, nonce, language }: PageParts): string {
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
