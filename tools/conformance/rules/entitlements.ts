import { type Entitlements, parseEntitlements } from '../../../src/contract/entitlements.ts';
import { routes } from '../../../src/contract/routes.ts';
import { documentedToolIds, type ToolId } from '../../../src/contract/tools.ts';
import type { RuleContext, RuleTable } from '../rule.ts';
import { ensure, jsonOf, limitsOf } from '../steps/expect.ts';

const types = { planId: 'string', planName: 'string', tier: 'string', totalCredits: 'number' } as const;

/** The entitlements of a key (api.md, Entitlements). */
export const entitlementRules: RuleTable = {
  'entitlements.fields': {
    sections: [
      'Endpoints 13',
      'Endpoints 14',
      'Service 3',
      'Entitlements 1',
      'Entitlements 2',
      'Entitlements 3',
      'Entitlements 4',
    ],
    statement: 'Both tools show the same plan for a key: its id, its name, its tier, and its credits.',
    check: async (context) => {
      const [convert, compress] = await Promise.all(documentedToolIds.map((tool) => read(context, tool)));
      ensure(convert !== undefined && convert.planId === compress?.planId, 'The tools show different plans');
      for (const [field, type] of Object.entries(types)) {
        const value = convert.raw[field];
        ensure(typeof value === type, `${field} is ${JSON.stringify(value)}`);
      }
      const { tier, raw } = convert;
      ensure(tier !== undefined, `The tier is ${JSON.stringify(raw['tier'])}`);
      ensure(context.plan === undefined || tier === context.plan, `The tier is ${tier}, not ${context.plan}`);
      return `Both tools show the plan ${convert.planId} of the tier ${tier}`;
    },
  },
  'entitlements.plan-credits': {
    sections: ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'],
    statement:
      'The plan has the credits of its tier: 50 per day for Guest and Free, 12,000 per month for Pro.',
    needs: { credits: 'plan' },
    check: async (context) => {
      const amount = limitsOf(context).credits?.amount;
      const { totalCredits } = await read(context, 'convert');
      ensure(totalCredits === amount, `totalCredits is ${totalCredits}, not ${amount}`);
      return `totalCredits is ${totalCredits}`;
    },
  },
};

export async function read({ http }: RuleContext, tool: ToolId): Promise<Entitlements> {
  return parseEntitlements(jsonOf(await http.send({ path: routes.entitlements(tool) })));
}
