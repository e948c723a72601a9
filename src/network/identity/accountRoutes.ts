import type { CreditsLeft } from '../../service/server/jobs/wallet.ts';
import { accountNamed } from '../accounts/accounts.ts';
import { addKey, type Key, keysOfPerson, revokeKey } from '../accounts/keys.ts';
import { planOf } from '../accounts/plans.ts';
import { type ListedJob, listJobs } from '../jobs/allJobs.ts';
import {
  fieldsOf,
  ownForm,
  formAction,
  showing,
  signedIn,
  type RouteContext,
  windowsFor,
} from './routeContext.ts';
import {
  html,
  secretSection,
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
} from './layout.ts';
import { asPerson, type Person, personWithPassword, setPassword } from './people.ts';
import { endListedSession, type ListedSession, listSessions } from './sessions.ts';
import { startSession, passwordProblem } from './signInRoutes.ts';
import { creditsByDay, type DayUse } from './reports.ts';

const shownJobs = 20;

/** Adds the pages on which people see their credits and jobs, and manage their keys, sessions, and password. */
export function accountRoutes(context: RouteContext): void {
  const { app, node } = context;
  const { database, wallet } = node;
  const newKeys = windowsFor(context, 'keys');
  const guesses = windowsFor(context, 'guesses');

  const showOverview = showing(async ({ accountName }) => {
    const account = await accountNamed(database, accountName);
    const left = await wallet.left(database, account);
    const days = await creditsByDay(database, account.id);
    const jobs = await listJobs(database, { account: account.id, status: undefined, limit: shownJobs });
    return () => overviewPage(planOf(account).name, left, days, jobs);
  });
  const showKeys = showing(async ({ id }) => {
    const keys = await keysOfPerson(database, id);
    return (viewer) => keysPage(viewer, keys);
  });
  const showSecurity = showing(async (person, { sessionToken }) => {
    const sessions = await listSessions(database, person, sessionToken);
    return (viewer) => securityPage(viewer, sessions);
  });

  app.get('/account', signedIn(context, showOverview));
  app.get('/account/keys', signedIn(context, showKeys));

  const addOwnKey = formAction(context, showKeys, async (connection, request, person) => {
    const { name, allowed } = fieldsOf(request, 'name', 'allowed');
    await newKeys.take(`keys ${person.id}`);
    const addresses = allowed.split(/[\s,]+/).filter((each) => each !== '');
    const facts = { name: name.trim(), allowed: addresses, person: person.id };
    const key = await addKey(connection, accountOf(person), facts);
    return { secret: secretSection('Your new key', key, 'Copy it now. It isn’t shown again.') };
  });
  const revokeOwnKey = formAction(context, showKeys, async (connection, request, person) => {
    const { name } = fieldsOf(request, 'name');
    await revokeKey(connection, accountOf(person), name, person.id);
    return { notice: `The key “${name}” has been revoked.` };
  });
  app.post('/account/keys', ownForm(context), signedIn(context, addOwnKey));
  app.post('/account/keys/revoke', ownForm(context), signedIn(context, revokeOwnKey));

  app.get('/account/security', signedIn(context, showSecurity));

  app.post(
    '/account/sessions/end',
    ownForm(context),
    signedIn(context, async (person, request, reply) => {
      await endListedSession(database, person.id, fieldsOf(request, 'id').id);
      return showSecurity(person, request, reply, { notice: 'The session has ended.' });
    }),
  );

  app.post(
    '/account/password',
    ownForm(context, 'login'),
    signedIn(context, async (person, request, reply) => {
      const { current, password, again } = fieldsOf(request, 'current', 'password', 'again');
      // Separate from sign-ins, so that a thief of the session can't slow them down.
      await guesses.take(`current password ${person.id}`);
      const isRight = (await personWithPassword(database, person.email, current)) !== undefined;
      const problem = isRight ? passwordProblem(password, again) : 'The current password is incorrect.';
      if (problem !== undefined) return showSecurity(person, request, reply.code(400), { problem });
      const changed = await asPerson(database, person.email, async (connection) =>
        setPassword(connection, person, password),
      );
      return startSession(context, request, reply, changed, '/account/security');
    }),
  );
}

function accountOf({ account, accountName }: Person) {
  return { id: account, name: accountName };
}

/** Credits and recent jobs. */
function overviewPage(
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
  const uses = days.map(({ day, tool, credits }) => [html`${day}`, html`${tool}`, html`${credits}`]);
  return {
    title: 'Overview',
    body: html`${
      left === undefined
        ? section('Credits', html`<p>Jobs are free with the plan ${plan}.</p>`)
        : html`${section(
            'Credits',
            html`<p class="figure">${left.balance} of ${left.total}</p>
              <p class="hint">Plan ${plan}. Renews at ${timeOf(new Date(left.renewsAt))} UTC.</p>`,
          )}
          ${section('Used in the last 30 days', tableOf(['Day', 'Tool', 'Credits'], uses, 'No credits were used.'))}`
    }
    ${section('Recent jobs', tableOf(['Started', 'Tool', 'Format', 'Status', 'Credits'], rows, 'No recent jobs.'))}`,
  };
}

/** The keys of a person. */
function keysPage(viewer: Viewer, keys: readonly Key[]): Page {
  const rows = keys.map(({ name, createdAt, usedAt, allowed, revokedAt }) => [
    html`${name}`,
    timeOf(createdAt),
    timeOf(usedAt),
    html`${allowed.length === 0 ? 'anywhere' : allowed.join(', ')}`,
    revokedAt === null
      ? actionButton(viewer, '/account/keys/revoke', 'Revoke', { name })
      : html`revoked ${timeOf(revokedAt)}`,
  ]);
  const hint = html`Addresses or networks, separated by commas, such as 203.0.113.0/24. Leave empty for
  anywhere.`;
  const fields = [
    field('Name', 'name', html`maxlength="100" autocomplete="off"`),
    hinted('Allowed addresses', 'allowed', html`autocomplete="off"`, hint),
  ];
  return {
    title: 'API keys',
    body: html`${section('Keys', tableOf(['Name', 'Created', 'Last used', 'Allowed from', 'Status'], rows, 'You have no keys yet.'))}
    ${section('New key', form(viewer, 'Create key', fields, '/account/keys'))}`,
  };
}

/** The password and the sessions. */
function securityPage(viewer: Viewer, sessions: readonly ListedSession[]): Page {
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
    body: html`${section('Sessions', tableOf(['Browser', 'Started', 'Last used', 'Status'], rows, 'There are no sessions.'))}
    ${section('Password', form(viewer, 'Change password', fields, '/account/password'))}`,
  };
}
