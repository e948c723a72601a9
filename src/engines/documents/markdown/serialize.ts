import type { Parents, Root, Table } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import {
  defaultHandlers,
  type Handle,
  type Info,
  type Options,
  type State,
  toMarkdown,
} from 'mdast-util-to-markdown';
import type { Markup } from './inline.ts';

/** Writes a Markdown tree as GitHub reads it. */
export function markdownOf(root: Root): string {
  return toMarkdown(root, {
    bullet: '-',
    rule: '*',
    emphasis: '*',
    fences: true,
    listItemIndent: 'one',
    extensions: [...gfm, mathToMarkdown(), own],
  });
}

/** Addresses without brackets stay as they are, though readers may make links of them. */
const gfm = (gfmToMarkdown().extensions ?? []).filter(
  ({ unsafe = [] }) => !unsafe?.some(({ character }) => character === '@'),
);

const markup: Handle = Object.assign(
  (node: Markup, _: Parents | undefined, state: State, info: Info) => {
    const content = state.containerPhrasing(
      { ...node, type: 'emphasis' },
      { ...info, before: '>', after: '<' },
    );
    return `<${node.tagName}>${content}</${node.tagName}>`;
  },
  { peek: () => '<' },
);

const delimiters = { left: ':---', center: ':---:', right: '---:' } as const;

/** Writes tables without padding, whose size would grow with that of the longest cell in each row. */
function table(node: Table, _: Parents | undefined, state: State, info: Info): string {
  const exit = state.enter('table');
  const lines = node.children.map((row) => row.children.map((cell) => state.handle(cell, row, state, info)));
  exit();
  const align = (node.align ?? []).map((each) => (each ? delimiters[each] : '---'));
  lines.splice(1, 0, align);
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** What makes an ampersand the start of a character reference (CommonMark, 2.5). */
const reference = String.raw`(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});`;

/** Escapes only the ampersands of character references, while the library escapes those of `AT&T` and addresses, too. */
function root(node: Root, parent: Parents | undefined, state: State, info: Info): string {
  state.unsafe = state.unsafe.map(({ _compiled, ...pattern }) =>
    pattern.character === '&' ? { ...pattern, after: reference } : pattern,
  );
  return defaultHandlers.root(node, parent, state, info);
}

const own: Options = {
  handlers: { markup, root, table },
  unsafe: [
    // Text that we and others read as formulas, page breaks, definitions, or front matter.
    { character: '\\', atBreak: true, after: String.raw`(?:begin\{|newpage|pagebreak)` },
    { character: ':', atBreak: true, after: '[ \t]' },
    { character: '+', atBreak: true, after: String.raw`\+` },
  ],
};
