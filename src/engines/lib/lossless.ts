import type { z } from 'zod/mini';
import type { OptionName } from '../../contract/options.ts';

/** Rejects `lossless` in combination with options for lossy compression. */
export function losslessWithout(...names: readonly OptionName[]): z.core.CheckFn<Record<string, unknown>> {
  return ({ value, issues }) => {
    if (value['lossless'] !== true) return;
    for (const name of names.filter((each) => value[each] !== undefined)) {
      issues.push({
        code: 'custom',
        path: [name],
        input: value,
        message: 'It can’t be combined with lossless',
      });
    }
  };
}
