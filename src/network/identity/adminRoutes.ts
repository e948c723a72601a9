import {
  accountNamed,
  addAccount,
  changeAccount,
  type ListedAccount,
  listAccounts,
} from '../accounts/accounts.ts';
import { allPlans, checkPlan } from '../accounts/plans.ts';
import { ConfigurationError, wholeNumber } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';
import { listAudit } from './reports.ts';
import {
  invite,
  linkAddress,
  checkEmail,
  changePerson,
  listPeople,
  type Person,
  type PersonChange,
} from './people.ts';
import {
  type Html,
  html,
  secretSection,
  section,
  tableOf,
  timeOf,
  actionButton,
  type Page,
  field,
  form,
  type Viewer,
} from './layout.ts';
import {
  adminOnly,
  fieldsOf,
  type FormAction,
  formAction,
  ownForm,
  showing,
  type RouteContext,
} from './routeContext.ts';

const shownEntries = 100;
/** Commands show and change all people and accounts. */
const shownRows = 1000;

/** Reads what the page shows. */
const factsIn = async (database: Queryable) => ({
  people: await listPeople(database, shownRows),
  accounts: await listAccounts(database, shownRows),
  plans: [...(await allPlans(database)).keys()],
  audit: await listAudit(database, shownEntries),
});

const change =
  (kind: PersonChange): FormAction =>
  async (connection, request) => {
    const { email } = fieldsOf(request, 'email');
    return { notice: `${email} ${await changePerson(connection, email, kind)}.` };
  };

/** Adds the pages on which administrators manage people, plans, and credits, and read the audit log. */
export function adminRoutes(context: RouteContext): void {
  const { app, node } = context;
  const { database, wallet } = node;

  const showPage = showing(async () => {
    const facts = await factsIn(database);
    return (viewer) => adminPage(viewer, facts);
  });
  app.get('/account/admin', adminOnly(context, showPage));

  const actions: Readonly<Record<string, FormAction>> = {
    invite: async (connection, request, { id: inviter }) => {
      const { email: given, account: name, admin } = fieldsOf(request, 'email', 'account', 'admin');
      const email = checkEmail(given);
      const { id: account } = await accountNamed(connection, name);
      const token = await invite(connection, { email, account, isAdmin: admin === 'yes' }, inviter);
      const link = linkAddress(context.authUrl(), 'invitation', token);
      const hint = 'Send this link to the person. It works once, within 24 hours, and isn’t shown again.';
      return { secret: secretSection('Invitation', link, hint) };
    },
    disable: change('disable'),
    enable: change('enable'),
    account: async (connection, request) => {
      const { name, plan } = fieldsOf(request, 'name', 'plan');
      await checkPlan(connection, plan);
      await addAccount(connection, { name, plan, allowance: null });
      return { notice: `The account “${name}” has been created.` };
    },
    plan: async (connection, request) => {
      const { account, plan } = fieldsOf(request, 'account', 'plan');
      await checkPlan(connection, plan);
      await changeAccount(connection, account, { plan });
      return { notice: `The plan of “${account}” is now ${plan}.` };
    },
    grant: async (connection, request) => {
      const { account: name, credits, reason } = fieldsOf(request, 'account', 'credits', 'reason');
      const account = await accountNamed(connection, name);
      const balance = await wallet.grant(connection, account, wholeNumber(credits, 'A grant'), reason);
      if (balance === undefined)
        throw new ConfigurationError(
          `Can’t grant credits to “${name}”, because its plan doesn’t use credits.`,
        );
      return { notice: `“${name}” now has ${balance} credits.` };
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    app.post(
      `/account/admin/${name}`,
      ownForm(context),
      adminOnly(context, formAction(context, showPage, action)),
    );
  }
}

/** People, plans, credits, and the audit log. */
function adminPage(
  viewer: Viewer,
  { people, accounts, plans, audit }: Awaited<ReturnType<typeof factsIn>>,
): Page {
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
    body: html`${section('People', peopleTable(viewer, people))}
    ${section('Invite a person', form(viewer, 'Create invitation', invitation, '/account/admin/invite'))}
    ${section('Accounts', accountTable(accounts))}
    ${section('New account', form(viewer, 'Create account', newAccount, '/account/admin/account'))}
    ${section('Change plan', form(viewer, 'Change plan', plan, '/account/admin/plan'))}
    ${section('Grant credits', form(viewer, 'Grant credits', grant, '/account/admin/grant'))}
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
