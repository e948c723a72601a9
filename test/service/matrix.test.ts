// Weight 2: converts several files at once.
import { describeRows } from '../../tools/matrix/describeRows.ts';
import { representative } from '../../tools/matrix/representative.ts';
import { rows } from '../../tools/matrix/rows.ts';

describeRows('One row of every engine for each kind of format', representative(rows));
