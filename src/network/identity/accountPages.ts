import { toolIds } from '../../contract/tools.ts';
import type { CreditsLeft } from '../../service/server/jobs/wallet.ts';
import type { Key } from '../accounts/keys.ts';
import type { ListedJob } from '../jobs/allJobs.ts';
import {
  html,
  section,
  tableOf,
  timeOf,
  actionButton,
  newPasswordFields,
  type Page,
  field,
  form,
  hinted,
  type Viewer,
  type Html,
} from './layout.ts';
import type { DayUse, UsedTool } from './reports.ts';
import type { ListedSession } from './sessions.ts';

type Outcome = Pick<Page, 'notice' | 'problem'>;

/** Credits and recent jobs. */
export function overviewPage(
  plan: string,
  left: CreditsLeft | undefined,
  days: readonly DayUse[],
  jobs: readonly ListedJob[],
): Page {
  const rows = jobs.map(({ createdAt, tool, format, status, credits }) => [
    timeOf(createdAt),
    html`${tool}`,
    html`${format ?? '—'}`,
    html`${status}`,
    html`${credits}`,
  ]);
  return {
    title: 'Overview',
    body: html`<section>
        <h2>Credits</h2>
        ${
          left === undefined
            ? html`<p>Jobs are free with the plan ${plan}.</p>`
            : html`<p class="figure">${left.balance} of ${left.total}</p>
                <p class="hint">Plan ${plan}. Renews at ${timeOf(new Date(left.renewsAt))} UTC.</p>
                ${creditChart(days)}`
        }
      </section>
      ${section('Recent jobs', tableOf(['Started', 'Tool', 'Format', 'Status', 'Credits'], rows, 'No recent jobs.'))}`,
  };
}

/** The keys of a person; `made` is a new one, which is shown only now. */
export function keysPage(
  viewer: Viewer,
  keys: readonly Key[],
  outcome: Outcome & { readonly newKey?: string } = {},
): Page {
  const rows = keys.map(({ name, createdAt, usedAt, allowed, revokedAt }) => [
    html`${name}`,
    timeOf(createdAt),
    timeOf(usedAt),
    html`${allowed.length === 0 ? 'anywhere' : allowed.join(', ')}`,
    revokedAt === null
      ? actionButton(viewer, '/account/keys/revoke', 'Revoke', { name })
      : html`revoked ${timeOf(revokedAt)}`,
  ]);
  const { newKey } = outcome;
  const hint = html`Addresses or networks, separated by commas, such as 203.0.113.0/24. Leave empty for
  anywhere.`;
  const fields = [
    field('Name', 'name', html`maxlength="100" autocomplete="off"`),
    hinted('Allowed addresses', 'allowed', html`autocomplete="off"`, hint),
  ];
  return {
    title: 'API keys',
    ...outcome,
    body: html`${
      newKey === undefined
        ? undefined
        : html`<section>
            <h2>Your new key</h2>
            <code class="secret">${newKey}</code>
            <p>Copy it now. It isn’t shown again.</p>
          </section>`
    }
    ${section('Keys', tableOf(['Name', 'Created', 'Last used', 'Allowed from', 'Status'], rows, 'You have no keys yet.'))}
    ${section('New key', form(viewer, 'Create key', fields, '/account/keys'))}`,
  };
}

/** The password and the sessions. */
export function securityPage(
  viewer: Viewer,
  sessions: readonly ListedSession[],
  outcome: Outcome = {},
): Page {
  const rows = sessions.map(({ id, browser, createdAt, usedAt, isCurrent }) => [
    html`${browser ?? 'unknown'}`,
    timeOf(createdAt),
    timeOf(usedAt),
    isCurrent ? html`this session` : actionButton(viewer, '/account/sessions/end', 'End', { id }),
  ]);
  const fields = [
    html`<input type="hidden" autocomplete="username" value="${viewer.person?.email}" />`,
    field('Current password', 'current', html`type="password" autocomplete="current-password"`),
    ...newPasswordFields('New password'),
    html`<p class="hint">This ends all other sessions.</p>`,
  ];
  return {
    title: 'Security',
    ...outcome,
    body: html`${section('Sessions', tableOf(['Browser', 'Started', 'Last used', 'Status'], rows, 'There are no sessions.'))}
    ${section('Password', form(viewer, 'Change password', fields, '/account/password'))}`,
  };
}

/** The tools from the bottom of a bar to its top. The style has a color for each. */
const tools: readonly UsedTool[] = [...toolIds, 'other'];
const names: Readonly<Record<UsedTool, string>> = {
  convert: 'Conversion',
  compress: 'Compression',
  combine: 'Combination',
  other: 'Other',
};

/** Draws a bar for each day, divided by tool, with a legend. */
function creditChart(days: readonly DayUse[]): Html {
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
