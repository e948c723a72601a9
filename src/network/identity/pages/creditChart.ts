import { toolIds } from '../../../contract/tools.ts';
import type { DayUse, UsedTool } from '../usage.ts';
import { type Html, html } from './html.ts';

/** The tools from the bottom of a bar to its top. The style has a color for each. */
const tools: readonly UsedTool[] = [...toolIds, 'other'];
const names: Readonly<Record<UsedTool, string>> = {
  convert: 'Conversion',
  compress: 'Compression',
  combine: 'Combination',
  other: 'Other',
};

/** Draws a bar for each day, divided by tool, with a legend. */
export function creditChart(days: readonly DayUse[]): Html {
  const most = Math.max(...days.map((day) => sumOf([day])));
  if (most === 0) return html`<p class="hint">No credits were used in the last 30 days.</p>`;
  const bars = days.flatMap(({ day, credits }, index) => {
    let y = 100;
    return tools.flatMap((tool) => {
      const { [tool]: count = 0 } = credits;
      if (count === 0) return [];
      const height = (count / most) * 100;
      y -= height;
      return html`<rect class="${tool}" x="${index * 10 + 1}" y="${y}" width="8" height="${height}"
        ><title>${day}, ${names[tool]}: ${count}</title></rect
      >`;
    });
  });
  const legend = tools.flatMap((tool) => {
    const count = sumOf(days, [tool]);
    const swatch = html`<svg class="${tool}" viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" />
    </svg>`;
    return count === 0 ? [] : html`<li>${swatch}${names[tool]}: ${count}</li>`;
  });
  return html`<svg
      class="chart"
      viewBox="0 0 ${days.length * 10} 100"
      preserveAspectRatio="none"
      role="img"
      aria-label="Credits used per day and tool"
    >
      ${bars}
    </svg>
    <ul class="legend">
      ${legend}
    </ul>
    <p class="hint">${sumOf(days)} credits used in the last 30 days, at most ${most} in one day.</p>`;
}

function sumOf(days: readonly DayUse[], counted = tools): number {
  return days.reduce(
    (total, { credits }) => counted.reduce((sum, tool) => sum + (credits[tool] ?? 0), total),
    0,
  );
}
