import type { ElementContent } from 'hast';
import { isAnchor, type Look, type Run } from '../tree/runs.ts';
import type { Look as WordLook } from './styles.ts';

/** A piece of a paragraph. Blocks, such as page breaks, divide the paragraph. */
export interface Piece extends Run {
  readonly isBlock?: boolean;
}

/** Returns how text looks different from the usual text, whose look is `usual`. */
export function lookBeside(look: WordLook, usual: WordLook, link: string | undefined): Look {
  const isNew = (value: boolean | undefined, other: boolean | undefined): boolean =>
    value === true && other !== true;
  const position = look.position === usual.position ? undefined : look.position;
  // Links have a look of their own.
  const isLink = link !== undefined;
  return {
    link,
    bold: isNew(look.isBold, usual.isBold),
    italic: isNew(look.isItalic, usual.isItalic),
    strikethrough: isNew(look.isStruck, usual.isStruck),
    underline: !isLink && isNew(look.isUnderlined, usual.isUnderlined),
    subscript: position === 'subscript',
    superscript: position === 'superscript',
    code: look.isCode === true || look.font?.toLowerCase() === 'monospace',
    color: isLink || look.color === usual.color ? undefined : look.color,
    backgroundColor: look.background === usual.background ? undefined : look.background,
    fontSize: look.size === usual.size ? undefined : look.size,
  };
}

/** True if a paragraph shows nothing, though it may have anchors. */
export function isEmpty(content: readonly ElementContent[]): boolean {
  return content.every((each) => each.type === 'element' && isAnchor(each));
}
