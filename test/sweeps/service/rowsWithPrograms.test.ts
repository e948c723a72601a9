import { describeRows } from '../../../tools/matrix/describeRows.ts';
import { beyondRepresentative, sweptPart } from '../../../tools/matrix/representative.ts';
import { programOf, rows } from '../../../tools/matrix/rows.ts';

describeRows(
  'Every other row that a program of the user’s does',
  sweptPart(beyondRepresentative(rows)).filter((row) => programOf(row) !== undefined),
);
