import type { Job } from '../../jobs/core/job.ts';
import type { Clock } from '../../util/clock.ts';
import type { SafeText } from '../text/safeText.ts';

/** The name of one of VS Code's icons, and its theme color. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

export interface Row {
  readonly label: SafeText;
  readonly description: SafeText;
  readonly tooltip: SafeText;
  /** The text for screen readers. */
  readonly spoken: SafeText;
  readonly icon: RowIcon;
  /** Words for the available actions, which the `when` clauses of menus match (`viewItem`). */
  readonly contextValue: string;
  readonly onClick?: { readonly title: SafeText; readonly command: string; readonly arguments: unknown[] };
  /** The initial state of the rows below, until the user expands or collapses this one; absent if there are none. */
  readonly children?: 'shown' | 'hidden';
}

/** Facts for the rows of jobs that aren't part of the jobs themselves. */
export interface RowFacts {
  readonly clock: Clock;
  /** Returns the path of a file as it is displayed. */
  readonly pathOf: (uri: string) => string;
  readonly canUndo: (job: Job) => boolean;
}

/** Minimum interval between redraws. */
export const redrawMs = 200;
