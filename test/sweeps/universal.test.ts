import { describeRows } from '../matrix/describeRows.ts';
import { sweptPart } from '../matrix/representative.ts';
import { universalRows } from '../matrix/universal.ts';
import { makeUniversalPackage } from '../support/service/universalPackage.ts';

describeRows('Every row of images in the universal package', sweptPart(universalRows), makeUniversalPackage);
