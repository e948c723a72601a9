import { describeRows } from '../../../tools/matrix/describeRows.ts';
import { sweptPart } from '../../../tools/matrix/representative.ts';
import { universalRows } from '../../../tools/matrix/universal.ts';
import { makeUniversalPackage } from '../../support/service/universalPackage.ts';

describeRows('Every row of images in the universal package', sweptPart(universalRows), makeUniversalPackage);
