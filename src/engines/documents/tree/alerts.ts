import type { Element, ElementContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { classesOf, element } from './document.ts';

/** The colors of alerts, by the kinds that GitHub has. */
export const alertColors: Readonly<Record<string, string>> = {
  note: '#0969da',
  tip: '#1a7f37',
  important: '#8250df',
  warning: '#9a6700',
  caution: '#cf222e',
};

/** Returns the kind of an alert, such as `note`, or `undefined` for another element. */
export function alertKindOf(node: Element): string | undefined {
  return classesOf(node)
    .map((name) => /^markdown-alert-(.+)$/.exec(name)?.[1] ?? '')
    .find((kind) => ownValue(alertColors, kind) !== undefined);
}

/** Makes an alert of a kind. */
export function alertOf(
  kind: string,
  content: readonly ElementContent[],
  title = capitalized(kind),
): Element {
  return element('div', { className: ['markdown-alert', `markdown-alert-${kind}`] }, [
    element('p', { className: ['markdown-alert-title'] }, [title]),
    ...content,
  ]);
}

/** Returns a kind as the title of alerts. */
export function capitalized(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
