import { describeRows } from '../matrix/describeRows.ts';
import { programOf, rows } from '../matrix/rows.ts';

describeRows(
  'Every row that a program of the user’s does',
  rows.filter((row) => programOf(row) !== undefined),
);
