import type { Words } from '../text/words.ts';

/** An icon of VS Code, by its name, in one of the theme's colors. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

/** A row of a view. */
export interface Row {
  readonly label: Words;
  readonly description: Words;
  readonly tooltip: Words;
  /** For screen readers. */
  readonly spoken: Words;
  readonly icon: RowIcon;
  /** Words for menus to go by; nobody sees them. */
  readonly contextValue: string;
  /** What a click does. */
  readonly onClick?: { readonly title: Words; readonly command: string; readonly arguments: unknown[] };
}
