import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true });

/** The link and picture targets of a page, as written. */
export function linksOf(page: string): string[] {
  return inlineTokens(page).flatMap(({ attrs }) =>
    (attrs ?? []).filter(([name]) => name === 'href' || name === 'src').map(([, target]) => String(target)),
  );
}

/** The anchors of a page's headings, as code hosts generate them. */
export function anchorsOf(page: string): string[] {
  const tokens = markdown.parse(page, {});
  return tokens.flatMap(({ type }, index) => {
    const heading = type === 'heading_open' ? tokens[index + 1]?.content : undefined;
    return heading === undefined ? [] : [anchor(heading)];
  });
}

/** The texts in backticks on a page. */
export function codeOf(page: string): string[] {
  return inlineTokens(page)
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content);
}

/** The commands in a page's shell blocks, one per line. */
export function shellLinesOf(page: string): string[] {
  return markdown
    .parse(page, {})
    .filter(({ type, info }) => type === 'fence' && info === 'sh')
    .flatMap(({ content }) => content.trimEnd().split('\n'));
}

function inlineTokens(page: string) {
  return markdown.parse(page, {}).flatMap(({ children }) => children ?? []);
}

function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
