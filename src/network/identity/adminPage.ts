import type { ListedAccount } from '../accounts/accounts.ts';
import {
  type Html,
  html,
  section,
  tableOf,
  timeOf,
  actionButton,
  type Page,
  field,
  form,
  type Viewer,
} from './layout.ts';
import type { Person } from './people.ts';
import type { AuditEntry, NetworkState } from './reports.ts';

interface AdminFacts {
  readonly people: readonly Person[];
  readonly accounts: readonly ListedAccount[];
  readonly plans: readonly string[];
  readonly state: NetworkState;
  readonly audit: readonly AuditEntry[];
}

/** People, plans, credits, the state of the network, and the audit log, for administrators. */
export function adminPage(
  viewer: Viewer,
  { people, accounts, plans, state, audit }: AdminFacts,
  outcome: Pick<Page, 'notice' | 'problem'> & { readonly link?: string } = {},
): Page {
  const { link } = outcome;
  const names = accounts.map(({ name }) => name);
  const unsaved = html`autocomplete="off"`;
  const invitation = [
    field('Email address', 'email', html`type="email" ${unsaved}`),
    choice('Account', 'account', names),
    html`<label class="check"><input type="checkbox" name="admin" value="yes" /> Administrator</label>`,
  ];
  const newAccount = [
    field('Name', 'name', html`maxlength="100" ${unsaved}`, 'new-name'),
    choice('Plan', 'plan', plans, 'new-plan'),
  ];
  const plan = [choice('Account', 'account', names, 'plan-account'), choice('Plan', 'plan', plans)];
  const grant = [
    choice('Account', 'account', names, 'grant-account'),
    field('Credits', 'credits', html`inputmode="numeric" ${unsaved}`),
    field('Reason', 'reason', html`maxlength="200" ${unsaved}`),
  ];
  return {
    title: 'Administration',
    ...outcome,
    body: html`${
        link === undefined
          ? undefined
          : html`<section>
              <h2>Invitation</h2>
              <code class="secret">${link}</code>
              <p>Send this link to the person. It works once, within 24 hours, and isn’t shown again.</p>
            </section>`
      }
      ${section('People', peopleTable(viewer, people))}
      ${section('Invite a person', form(viewer, 'Create invitation', invitation, '/account/admin/invite'))}
      ${section('Accounts', accountTable(accounts))}
      ${section('New account', form(viewer, 'Create account', newAccount, '/account/admin/account'))}
      ${section('Change plan', form(viewer, 'Change plan', plan, '/account/admin/plan'))}
      ${section('Grant credits', form(viewer, 'Grant credits', grant, '/account/admin/grant'))}
      <section>
        <h2>Queue</h2>
        <p>${state.queued} waiting, ${state.processing} processing</p>
        ${tableOf(
          ['Worker', 'Last heartbeat'],
          state.workers.map(({ id, heartbeatAt }) => [html`<code>${id}</code>`, timeOf(heartbeatAt)]),
          'No workers are running.',
        )}
      </section>
      ${section(
        'Failures in the last seven days',
        tableOf(
          ['Code', 'Jobs'],
          state.failures.map(({ code, jobs }) => [html`<code>${code}</code>`, html`${jobs}`]),
          'No jobs failed.',
        ),
      )}
      ${section(
        'Audit log',
        tableOf(
          ['Time', 'Who', 'Change', 'Subject', 'New values'],
          audit.map(({ at, actor, action, subject, detail }) => [
            timeOf(at),
            html`${actor}`,
            html`${action}`,
            html`${subject}`,
            html`${detail === null ? '' : JSON.stringify(detail)}`,
          ]),
          'There are no changes yet.',
        ),
      )}`,
  };
}

function peopleTable(viewer: Viewer, people: readonly Person[]): Html {
  const rows = people.map(({ email, accountName, isAdmin, disabled }) => [
    html`${email}`,
    html`${accountName}`,
    html`${isAdmin ? 'administrator' : 'member'}${disabled ? ', disabled' : ''}`,
    email === viewer.person?.email
      ? html`you`
      : actionButton(
          viewer,
          `/account/admin/${disabled ? 'enable' : 'disable'}`,
          disabled ? 'Enable' : 'Disable',
          { email },
        ),
  ]);
  return tableOf(['Email address', 'Account', 'Role', 'Status'], rows, 'Nobody has signed up yet.');
}

function accountTable(accounts: readonly ListedAccount[]): Html {
  const rows = accounts.map(({ name, plan, allowance, disabled, usedAt }) => [
    html`${name}${disabled ? ' (disabled)' : ''}`,
    html`${plan}`,
    html`${allowance ?? 'from the plan'}`,
    timeOf(usedAt),
  ]);
  return tableOf(['Name', 'Plan', 'Credits', 'Last used'], rows, 'There are no accounts.');
}

function choice(label: string, name: string, values: readonly string[], id = name): Html {
  return html`<label for="${id}">${label}</label
    ><select id="${id}" name="${name}" required>
      ${values.map((value) => html`<option>${value}</option>`)}
    </select>`;
}
