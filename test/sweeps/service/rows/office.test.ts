import { describeSweep } from '../../../../tools/matrix/sweeps.ts';

describeSweep(import.meta.filename);
