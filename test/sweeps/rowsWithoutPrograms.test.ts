import { describeRows } from '../matrix/describeRows.ts';
import { beyondRepresentative, sweptPart } from '../matrix/representative.ts';
import { programOf, rows } from '../matrix/rows.ts';

describeRows(
  'Every other row that the service does alone',
  sweptPart(beyondRepresentative(rows)).filter((row) => programOf(row) === undefined),
);
