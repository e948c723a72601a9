import type { Job } from '../../jobs/core/job.ts';
import type { Clock } from '../../util/clock.ts';
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
  /** Whether its rows are shown as long as nobody toggles it; without a word it has none. */
  readonly children?: 'shown' | 'hidden';
}

/** What rows tell of jobs besides what these know themselves. */
export interface RowFacts {
  readonly clock: Clock;
  /** Where a file is, as people write it. */
  readonly pathOf: (uri: string) => string;
  readonly canUndo: (job: Job) => boolean;
}

/** Rows are drawn at most this often. */
export const redrawMs = 200;
