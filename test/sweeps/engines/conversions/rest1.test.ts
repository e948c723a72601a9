// Weight 1: converts several files at once.
import { describeSweep } from '../../../../tools/matrix/sweeps.ts';

describeSweep(import.meta.filename);
