import type { Element } from 'hast';

/** Characters that are never shown themselves, although some of them change what is next to them. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const allIgnorable = /\p{Default_Ignorable_Code_Point}/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Marks of direction, which matter only in text from right to left. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const joining = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]/u;
const tag = /[\u{e0020}-\u{e007f}]/u;
const flag = '\u{1f3f4}';

/** Leaves out characters that are never shown, except where they change how scripts and emoji look. */
export function shownText(text: string): string {
  if (!ignorable.test(text)) return text;
  const isMixed = rightToLeft.test(text);
  let isFlag = false;
  return text.replaceAll(allIgnorable, (character, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at);
    isFlag = tag.test(character) && (before === flag || (isFlag && tag.test(before)));
    const isKept = isFlag || (joining.test(character) && /[^\0-\u024f\s]|[\d#*]$/.test(before)); // eslint-disable-line no-control-regex
    return isKept || (isMixed && directional.test(character)) ? character : '';
  });
}

/** Elements of a drawing whose content isn't drawn where it is. */
const undrawn: ReadonlySet<string> = new Set(['defs', 'metadata', 'style', 'script', 'symbol']);
const moving = ['x', 'y', 'dx', 'dy'] as const;

/** Returns the texts of the elements of an SVG drawing with a name, such as `text`. */
export function drawnTexts(node: Element, wanted: string): string[] {
  if (undrawn.has(node.tagName)) return [];
  if (node.tagName === wanted)
    return [drawnText(node).replaceAll(/\s+/g, ' ').trim()].filter((text) => text !== '');
  return node.children.flatMap((child) => (child.type === 'element' ? drawnTexts(child, wanted) : []));
}

/** Returns all text in an element, with a space before each part that has its own position. */
function drawnText({ children }: Element): string {
  return children
    .map((child) => {
      if (child.type !== 'element') return child.type === 'text' ? child.value : '';
      const isMoved = moving.some((side) => child.properties[side] !== undefined);
      return (isMoved ? ' ' : '') + drawnText(child);
    })
    .join('');
}
