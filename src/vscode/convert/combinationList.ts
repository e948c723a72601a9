import { formatRow } from '../../contract/formats/table.ts';
import type { OfferedCombination } from '../../planning/combinations.ts';
import type { CombinationOrder } from '../../planning/workPlan.ts';
import { formatAliases, formatName } from '../text/formats.ts';
import { serviceName } from '../text/services.ts';
import { foreign, joined, say, sayCount, type Words } from '../text/words.ts';
import type { Choice, Heading } from '../ui/choice.ts';
import { combinedFiles } from '../request/combinedFiles.ts';
import type { Icon } from '../ui/icons.ts';

/** Combined files, by the resulting format. */
type CombinationChoice = Choice<{ readonly combine: string }>;

/** The formats that the files can be combined into, each with the result's name and place. */
export function combinationList(
  offered: readonly OfferedCombination[],
  order: CombinationOrder,
  saysPlace: boolean,
): (CombinationChoice | Heading)[] {
  if (offered.length === 0) return [];
  return [
    { heading: say('Into one file') },
    ...offered.map((each) => combinationChoice(each, order, saysPlace)),
  ];
}

/** A button that shows the current order of files, and changes it. */
export function orderButtonText(order: CombinationOrder): { readonly icon: Icon; readonly tooltip: Words } {
  return order === 'picked'
    ? { icon: 'list-ordered', tooltip: say('Into One File: As Picked. Change to By Name') }
    : { icon: 'sort-precedence', tooltip: say('Into One File: By Name. Change to As Picked') };
}

/** True if the order of files matters; in an archive, files are found by name. */
export function hasOrder({ targetFormat }: Pick<OfferedCombination, 'targetFormat'>): boolean {
  return formatRow(targetFormat)?.kind !== 'archives';
}

function orderText(order: CombinationOrder): Words {
  return order === 'picked' ? say('in the order picked') : say('in the order of their names');
}

function combinationChoice(
  { targetFormat, files, service }: OfferedCombination,
  order: CombinationOrder,
  saysPlace: boolean,
): CombinationChoice {
  const { stem } = combinedFiles(files, order);
  return {
    value: { combine: targetFormat },
    label: sayCount(
      files.length,
      { one: 'One {1} — {0} file', other: 'One {1} — {0} files' },
      formatName(targetFormat),
    ),
    description: joined(
      [
        foreign(`${stem}.${targetFormat}`),
        hasOrder({ targetFormat }) ? orderText(order) : undefined,
        ...formatAliases(targetFormat),
        saysPlace || service === 'network' ? serviceName(service) : undefined,
      ],
      ' · ',
    ),
  };
}
