import { type OfficeContentNode, OfficeGenerator } from 'officeparser';
import { highlightedCode, isCodeBlock, languageOf, themeCss } from './codeHighlighting.ts';
import type { Token } from './codeTokens.ts';
import { contentsTitle, type DocumentWithContents, withContents } from './contents.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { withFormulas } from './formulas.ts';
import { withNumberKinds } from './lists.ts';
import type { DocumentOptions } from './documents.ts';
import type { DocumentTree } from './read.ts';

const style = `:root { color-scheme: light }
body { font: 1rem/1.6 system-ui, sans-serif; color: #1f2328; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 0.6em }
a { color: #0b57d0 }
img { max-width: 100% }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border: 1px solid #d0d7de; padding: 0.3rem 0.7rem }
th { background: #f6f8fa }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 0.25rem solid #d0d7de; color: #57606a }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace }
code { background: #f6f8fa; padding: 0.1em 0.3em; border-radius: 0.25rem }
pre { background: #f6f8fa; padding: 0.8rem 1rem; border-radius: 0.4rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { font-size: inherit; background: none; padding: 0 }
math[display="block"] { margin: 1rem 0; overflow-x: auto }
.contents ul { list-style: none; padding: 0 }
.contents .level-2 { margin-left: 1.5rem }
.contents .level-3 { margin-left: 3rem }
.page-break { border: 0; break-after: page }`;

/** Writes a self-contained HTML page with typeset formulas and highlighted code. */
export async function writeHtml(
  read: DocumentTree,
  options: DocumentOptions,
  common: { readonly includeImages: boolean },
): Promise<string> {
  const { tree: typeset, formulas } = await withFormulas(read, {
    typeset: (typesetter, tex, isBlock) => typesetter.mathMl(tex, isBlock),
    sizeOf: ({ length }) => length,
  });
  const code = await highlightedCode(typeset);
  const contents = options.contents === true ? withContents(typeset) : undefined;
  const onNode = (node: OfficeContentNode): string | undefined => {
    if (node === contents?.place) return contentsList(contents);
    const formula = formulas.get(node);
    if (formula !== undefined) return `${anchorsOf(node)}${formula}`;
    const tokens = code.get(node);
    return tokens && isCodeBlock(node) ? codeBlock(languageOf(node) ?? '', tokens) : undefined;
  };
  const head = `<style>\n${code.size === 0 ? style : `${style}\n${themeCss}`}\n</style>`;
  const { value } = await OfficeGenerator.generate(contents?.tree ?? typeset, 'html', {
    ...common,
    onNode,
    htmlConfig: { standalone: { scripts: false, styles: 'none' }, injections: { headEnd: head } },
  });
  return withNumberKinds(value);
}

function contentsList({ tree, entries }: DocumentWithContents): string {
  const items = entries.map(
    ({ id, level, text }) => `<li class="level-${level}"><a href="#${id}">${escapeMarkup(text)}</a></li>`,
  );
  const title = escapeMarkup(contentsTitle(tree));
  return `<nav class="contents"><p><strong>${title}</strong></p><ul>\n${items.join('\n')}\n</ul></nav>`;
}

function codeBlock(language: string, tokens: readonly Token[]): string {
  const spans = tokens.map(({ text, kind }) =>
    kind === undefined ? escapeMarkup(text) : `<span class="hljs-${kind}">${escapeMarkup(text)}</span>`,
  );
  return `<pre><code class="language-${escapeMarkup(language)}">${spans.join('')}</code></pre>`;
}

/** Writes a node's anchors, because an override replaces officeparser's whole output for the node. */
function anchorsOf({ metadata }: OfficeContentNode): string {
  const anchors = metadata && 'anchorIds' in metadata ? (metadata.anchorIds ?? []) : [];
  return anchors.map((id) => `<a id="${escapeMarkup(id)}"></a>`).join('');
}
