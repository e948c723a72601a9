import { describeRows } from '../../tools/matrix/describeRows.ts';
import { representative } from '../../tools/matrix/representative.ts';
import { rows } from '../../tools/matrix/rows.ts';

describeRows('Each format of every engine', representative(rows));
