import { describeRows } from '../matrix/describeRows.ts';
import { rows } from '../matrix/rows.ts';

describeRows('Every row of the registry', rows);
