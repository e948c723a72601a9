import { describeRows } from './describeRows.ts';
import { rows } from './rows.ts';

describeRows('Every row of the registry', rows);
