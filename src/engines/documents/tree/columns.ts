import type { Grid } from './flow.ts';
import { textIn } from './document.ts';

/** The weights of the narrowest and the widest column, in characters. */
const [least, most] = [6, 40];

/** Returns the relative widths of the columns of a table, by the lengths of their texts. */
export function columnWeights({ rows, columns }: Grid): number[] {
  const weights = Array.from({ length: columns }, () => least);
  for (const row of rows) {
    for (const [column, slot] of row.entries()) {
      if (slot === undefined || 'covered' in slot || slot.columns > 1) continue;
      const length = Math.min(most, textIn(slot.cell).length);
      weights[column] = Math.max(weights[column] ?? least, length);
    }
  }
  return weights;
}
