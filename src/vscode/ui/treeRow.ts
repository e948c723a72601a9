import type { Job } from '../../jobs/core/job.ts';
import type { Clock } from '../../util/clock.ts';
import type { SafeText } from '../text/safeText.ts';

/** An icon of VS Code by name, in a color of the theme. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

export interface Row {
  readonly label: SafeText;
  readonly description: SafeText;
  readonly tooltip: SafeText;
  /** For screen readers. */
  readonly spoken: SafeText;
  readonly icon: RowIcon;
  /** The available actions, which `when` clauses of menus check (`viewItem`). */
  readonly contextValue: string;
  readonly onClick?: { readonly title: SafeText; readonly command: string; readonly arguments: unknown[] };
  /** The initial state of its children until the user toggles it; omitted if it has none. */
  readonly children?: 'shown' | 'hidden';
}

/** Facts for the rows of jobs that the jobs themselves don't know. */
export interface RowFacts {
  readonly clock: Clock;
  /** The displayed path of a file. */
  readonly pathOf: (uri: string) => string;
  readonly canUndo: (job: Job) => boolean;
}

/** Minimum interval between redraws. */
export const redrawMs = 200;
