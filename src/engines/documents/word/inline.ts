import type { ElementContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { isAnchor, type Look, type Run } from '../tree/runs.ts';
import type { WordLook } from './styles.ts';

/** A piece of a paragraph. Blocks, such as page breaks, divide the paragraph. */
export interface Piece extends Run {
  readonly isBlock?: boolean;
}

/** Returns how text looks different from the usual text, whose look is `usual`. */
export function lookBeside(look: WordLook, usual: WordLook, link: string | undefined): Look {
  const { isHidden: _, code, font, ...others } = look;
  const set = Object.entries(others).filter(([name, value]) => value !== ownValue({ ...usual }, name));
  return {
    ...Object.fromEntries(set),
    // Links have a look of their own.
    ...(link === undefined ? {} : { link, underline: false, color: undefined }),
    code: code === true || font?.toLowerCase() === 'monospace',
  };
}

/** True if a paragraph shows nothing, though it may have anchors. */
export function isEmpty(content: readonly ElementContent[]): boolean {
  return content.every((each) => each.type === 'element' && isAnchor(each));
}
