import { describeRows } from '../matrix/describeRows.ts';
import { programOf, rows } from '../matrix/rows.ts';

describeRows(
  'Every row that the service does alone',
  rows.filter((row) => programOf(row) === undefined),
);
