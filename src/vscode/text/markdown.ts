import type { SafeText } from './safeText.ts';

declare const brand: unique symbol;

/** Markdown without any markup from outside: only this file adds links, pictures, and the like. */
export type Markdown = string & { readonly [brand]: true };

export function heading(level: 1 | 2, words: SafeText): Markdown {
  return markdown(`${'#'.repeat(level)} ${escaped(words)}`);
}

export function paragraph(words: SafeText): Markdown {
  return markdown(escaped(words));
}

export function strong(words: SafeText): Markdown {
  const text = escaped(words);
  // Four asterisks alone are a horizontal rule.
  return markdown(text === '' ? '' : `**${text}**`);
}

/** A code span, in which no other Markdown applies. */
export function code(words: SafeText): Markdown {
  // Only a backtick ends a code span, and backslashes don't escape in it.
  return markdown(words === '' ? '' : `\`${words.replaceAll('`', '’')}\``);
}

/** A link to one of our pages that shows its address. Anything but a plain https address stays text. */
export function link(address: SafeText): Markdown {
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

/** Headings, paragraphs, and lists, one below the other. */
export function page(blocks: readonly Markdown[]): Markdown {
  return markdown(`${blocks.join('\n\n')}\n`);
}

/** Words with a backslash before every character that might be markup. */
function escaped(words: SafeText): string {
  return words
    .replaceAll('\n', ' ')
    .trim()
    .replaceAll(/[\\`*[\]<>&!|~@$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\/(?=\/)/gu, String.raw`\$&`)
    .replace(/^[-+#=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

function markdown(text: string): Markdown {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where a text becomes Markdown
  return text as Markdown;
}
