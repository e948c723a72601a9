import { describeRows } from '../matrix/describeRows.ts';
import { representative } from '../matrix/representative.ts';
import { rows } from '../matrix/rows.ts';

describeRows('Each format of every engine', representative(rows));
