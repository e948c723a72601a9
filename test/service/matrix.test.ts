// Weight 1: converts several files at once.
import { describeCases } from '../../tools/matrix/describeCases.ts';
import { representative } from '../../tools/matrix/representative.ts';
import { matrixCases } from '../../tools/matrix/matrixCases.ts';

describeCases('Conversions in the quick run', representative(matrixCases));
