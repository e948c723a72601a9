import type { Words } from '../text/words.ts';

/** Icons of VS Code that stand before words. */
export type Icon =
  | 'arrow-swap'
  | 'bookmark'
  | 'check'
  | 'cloud'
  | 'device-desktop'
  | 'discard'
  | 'error'
  | 'file-media'
  | 'fold'
  | 'gear'
  | 'history'
  | 'key'
  | 'link-external'
  | 'info'
  | 'list-ordered'
  | 'list-unordered'
  | 'play'
  | 'refresh'
  | 'save'
  | 'sort-precedence'
  | 'sync~spin'
  | 'warning';

/** Words after an icon, for a place where VS Code draws icons. */
export function withIcon(icon: Icon | undefined, words: Words): string {
  return icon === undefined ? words : `$(${icon}) ${words}`;
}
