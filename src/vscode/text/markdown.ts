import type { Words } from './words.ts';

declare const brand: unique symbol;

/** Text in Markdown that renders nothing but what this file puts into it: no link, picture or HTML of anybody's words. */
export type Markdown = string & { readonly [brand]: true };

export function heading(level: 1 | 2, words: Words): Markdown {
  return markdown(`${'#'.repeat(level)} ${escaped(words)}`);
}

export function paragraph(words: Words): Markdown {
  return markdown(escaped(words));
}

export function strong(words: Words): Markdown {
  const text = escaped(words);
  // Four stars alone are a horizontal rule.
  return markdown(text === '' ? '' : `**${text}**`);
}

/** A code span, in which nothing else of Markdown has a meaning. */
export function code(words: Words): Markdown {
  // Only a backtick ends a code span, and in one a backslash escapes nothing.
  return markdown(words === '' ? '' : `\`${words.replaceAll('`', '’')}\``);
}

/** A link to a page that we name ourselves, which shows its address; anything but a plain https address stays text. */
export function link(address: Words): Markdown {
  return /^https:\/\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(address) ? markdown(`<${address}>`) : code(address);
}

/** A list, each item in lines of its own. */
export function list(items: readonly (readonly Markdown[])[]): Markdown {
  return markdown(items.map((lines) => `- ${lines.join('\n  ')}`).join('\n'));
}

/** Parts of a line. */
export function line(...parts: readonly Markdown[]): Markdown {
  return markdown(parts.join(' '));
}

/** Headings, paragraphs and lists, one below the other. */
export function page(blocks: readonly Markdown[]): Markdown {
  return markdown(`${blocks.join('\n\n')}\n`);
}

/** Words with a backslash before whatever could mean something, wherever they stand. */
function escaped(words: Words): string {
  return words
    .replaceAll('\n', ' ')
    .trim()
    .replaceAll(/[\\`*[\]<>&!|~@$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\/(?=\/)/gu, String.raw`\$&`)
    .replace(/^[-+#=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

function markdown(text: string): Markdown {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a text becomes Markdown
  return text as Markdown;
}
