import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountNamed, addAccount, changeAccount, listAccounts } from '../accounts/accounts.ts';
import { allPlans, checkPlan } from '../accounts/plans.ts';
import { ConfigurationError, wholeNumber } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';
import { listAudit, networkState } from './reports.ts';
import {
  invite,
  linkAddress,
  checkEmail,
  changePerson,
  listPeople,
  type Person,
  type PersonChange,
} from './people.ts';
import { adminPage } from './adminPage.ts';
import { adminOnly, fieldsOf, formAction, ownForm, sendPage, type RouteContext } from './routeContext.ts';

const shownEntries = 100;

type Outcome = Parameters<typeof adminPage>[2];
/**
 * Handles a submitted form inside a transaction that names the person in the audit log.
 * @throws ConfigurationError for invalid input
 */
type Action = (connection: Queryable, request: FastifyRequest, admin: Person) => Promise<Outcome>;

const change =
  (kind: PersonChange): Action =>
  async (connection, request) => {
    const { email } = fieldsOf(request, 'email');
    return { notice: `${email} ${await changePerson(connection, email, kind)}.` };
  };

/** Adds the pages on which administrators manage people, plans, and credits, and read the audit log. */
export function adminRoutes(context: RouteContext): void {
  const { app, node } = context;
  const { database, wallet } = node;

  const showPage = async (
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Outcome = {},
  ) => {
    const facts = {
      people: await listPeople(database),
      accounts: await listAccounts(database),
      plans: [...(await allPlans(database)).keys()],
      state: await networkState(database),
      audit: await listAudit(database, shownEntries),
    };
    return sendPage(request, reply, person, (viewer) =>
      adminPage({ ...viewer, path: '/account/admin' }, facts, outcome),
    );
  };

  app.get('/account/admin', adminOnly(context, showPage));

  const actions: Readonly<Record<string, Action>> = {
    invite: async (connection, request, { id: inviter }) => {
      const { email: given, account: name, admin } = fieldsOf(request, 'email', 'account', 'admin');
      const email = checkEmail(given);
      const { id: account } = await accountNamed(connection, name);
      const token = await invite(connection, { email, account, isAdmin: admin === 'yes' }, inviter);
      return { link: linkAddress(context.authUrl(), 'invitation', token) };
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
