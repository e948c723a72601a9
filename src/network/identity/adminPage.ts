import type { ListedAccount } from '../accounts/accounts.ts';
import {
  type Html,
  html,
  section,
  tableOf,
  timeOf,
  actionButton,
  type Page,
  tokenField,
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
      <section>
        <h2>Invite a person</h2>
        <form method="post" action="/account/admin/invite">
          ${tokenField(viewer)} <label for="email">Email address</label
          ><input id="email" name="email" type="email" autocomplete="off" required />
          <label for="account">Account</label>${choice('account', names)}
          <label class="check"><input type="checkbox" name="admin" value="yes" /> Administrator</label>
          <button>Create invitation</button>
        </form>
      </section>
      ${section('Accounts', accountTable(accounts))}
      <section>
        <h2>New account</h2>
        <form method="post" action="/account/admin/account">
          ${tokenField(viewer)} <label for="new-name">Name</label
          ><input id="new-name" name="name" autocomplete="off" required maxlength="100" />
          <label for="new-plan">Plan</label>${choice('plan', plans, 'new-plan')}
          <button>Create account</button>
        </form>
      </section>
      <section>
        <h2>Change plan</h2>
        <form method="post" action="/account/admin/plan">
          ${tokenField(viewer)}
          <label for="plan-account">Account</label>${choice('account', names, 'plan-account')}
          <label for="plan">Plan</label>${choice('plan', plans)}
          <button>Change plan</button>
        </form>
      </section>
      <section>
        <h2>Grant credits</h2>
        <form method="post" action="/account/admin/grant">
          ${tokenField(viewer)}
          <label for="grant-account">Account</label>${choice('account', names, 'grant-account')}
          <label for="credits">Credits</label
          ><input id="credits" name="credits" inputmode="numeric" autocomplete="off" required />
          <label for="reason">Reason</label
          ><input id="reason" name="reason" autocomplete="off" required maxlength="200" />
          <button>Grant credits</button>
        </form>
      </section>
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

function choice(name: string, values: readonly string[], id = name): Html {
  return html`<select id="${id}" name="${name}" required>
    ${values.map((value) => html`<option>${value}</option>`)}
  </select>`;
}
