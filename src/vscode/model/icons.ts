import type { Words } from '../text/words.ts';

/** Icons of VS Code that stand before words. */
export type Icon =
  | 'arrow-swap'
  | 'check'
  | 'discard'
  | 'fold'
  | 'gear'
  | 'history'
  | 'key'
  | 'link-external'
  | 'list-ordered'
  | 'list-unordered'
  | 'play'
  | 'refresh'
  | 'sort-precedence'
  | 'sync~spin';

/** Words after an icon, for a place where VS Code draws icons. */
export function withIcon(icon: Icon | undefined, words: Words): string {
  return icon === undefined ? words : `$(${icon}) ${words}`;
}
