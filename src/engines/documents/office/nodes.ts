import type { Element, Properties } from 'hast';
import type { OfficeContentNode, TextFormatting } from 'officeparser';
import { element, formulaElement } from '../tree/document.ts';
import type { Look } from '../tree/runs.ts';

/** What names of anchors begin with that contain the label of a list item instead. */
export const labelMark = '\u0001';

/** What formulas begin with that contain their TeX in hexadecimal digits. */
export const texMark = '\ue000';

/** Returns the children of a node, or its text as a child, since some parsers only set the text. */
export function contentOf(node: OfficeContentNode): readonly OfficeContentNode[] {
  if (node.children !== undefined && node.children.length > 0) return node.children;
  return node.text === undefined || node.text === '' ? [] : [{ type: 'text', text: node.text }];
}

/** True for nodes that are part of a line of text. */
export function isInline(node: OfficeContentNode): boolean {
  if (node.type === 'code') return node.metadata?.math === 'inline';
  if (node.type === 'break')
    return node.metadata?.breakType === 'textWrapping' || node.metadata?.breakType === 'carriageReturn';
  return node.type === 'text' || node.type === 'image';
}

/** Returns a block of code, or a formula. */
export function codeOf(node: OfficeContentNode & { type: 'code' }): Element {
  const { math, language } = node.metadata ?? {};
  const text = node.text ?? '';
  if (math === undefined && language !== 'math') {
    const className = language === undefined ? undefined : [`language-${language}`];
    return element('pre', anchorOf(node), [element('code', { className }, [text])]);
  }
  const [, hex] = text.split(texMark);
  const tex = hex === undefined ? text : Buffer.from(hex, 'hex').toString();
  return formulaElement({ tex, isBlock: math !== 'inline' });
}

/** Returns the id that the first anchor of a node sets. */
export function anchorOf(node: OfficeContentNode): Properties {
  const id = anchorsOf(node).find((each) => !each.startsWith(labelMark));
  return id === undefined ? {} : { id };
}

export function anchorsOf({ metadata }: OfficeContentNode): readonly string[] {
  return metadata && 'anchorIds' in metadata ? (metadata.anchorIds ?? []) : [];
}

export function alignOf(alignment: string | undefined): string | undefined {
  return alignment === 'left' ? undefined : alignment;
}

export function pickedLook(formatting: TextFormatting): Look {
  const { bold, italic, underline, strikethrough, subscript, superscript } = formatting;
  return { bold, italic, underline, strikethrough, subscript, superscript };
}
