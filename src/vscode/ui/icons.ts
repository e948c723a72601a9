import type { SafeText } from '../text/safeText.ts';

/** VS Code's icons that are used before a text. */
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

/** Puts an icon before a text, for places where VS Code supports icons in text. */
export function withIcon(icon: Icon | undefined, label: SafeText): string {
  return icon === undefined ? label : `$(${icon}) ${label}`;
}
