import type { SafeText } from './safeText.ts';

declare const brand: unique symbol;

/** Markdown in which external text has no markup. Only this file adds links, pictures, and other markup. */
export type Markdown = string & { readonly [brand]: true };

export function heading(level: 1 | 2, content: SafeText): Markdown {
  return markdown(`${'#'.repeat(level)} ${escaped(content)}`);
}

export function paragraph(content: SafeText): Markdown {
  return markdown(escaped(content));
}

export function strong(content: SafeText): Markdown {
  const text = escaped(content);
  // Without text, only four asterisks would remain, which are a horizontal rule.
  return markdown(text === '' ? '' : `**${text}**`);
}

/** A code span, in which no other markup applies. */
export function code(content: SafeText): Markdown {
  // Only a backtick ends a code span, and a backslash doesn't escape it.
  return markdown(content === '' ? '' : `\`${content.replaceAll('`', '’')}\``);
}

/**
 * A link to one of the extension's own pages that shows its address. If it isn't a plain HTTPS address, only the text.
 */
export function link(address: SafeText): Markdown {
  return /^https:\/\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(address) ? markdown(`<${address}>`) : code(address);
}

/** A list. Each item has one or more lines. */
export function list(items: readonly (readonly Markdown[])[]): Markdown {
  return markdown(items.map((lines) => `- ${lines.join('\n  ')}`).join('\n'));
}

/** Joins parts to one line. */
export function line(...parts: readonly Markdown[]): Markdown {
  return markdown(parts.join(' '));
}

/** Joins headings, paragraphs, and lists, one below the other. */
export function page(blocks: readonly Markdown[]): Markdown {
  return markdown(`${blocks.join('\n\n')}\n`);
}

/** The text with a backslash before every character that might be markup. */
function escaped(content: SafeText): string {
  return content
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
