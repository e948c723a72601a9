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
  /** What screen readers read. */
  readonly spoken: Words;
  readonly icon: RowIcon;
  /** The actions that apply, by which `when` clauses of menus tell rows apart (`viewItem`). */
  readonly contextValue: string;
  /** What a click does. */
  readonly onClick?: { readonly title: Words; readonly command: string; readonly arguments: unknown[] };
}
