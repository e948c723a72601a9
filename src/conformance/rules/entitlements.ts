import { type Entitlements, parseEntitlements } from '../../contract/entitlements.ts';
import { routes } from '../../contract/routes.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { Rule, RuleContext } from '../rule.ts';
import type { Statement } from '../statements.ts';
import { ensure, jsonOf, limitsOf } from '../steps/expect.ts';

/** Resources and their fields, Entitlements; Tier limits, Credits. */
export const entitlementRules: readonly Rule[] = [
  recordRule('convert', 'Conversion tool, GET /convert/entitlements/me'),
  recordRule('compress', 'Compression tool, GET /compress/entitlements/me'),
  fieldRule('plan-id', 'planId', 'string'),
  fieldRule('plan-name', 'planName', 'string'),
  fieldRule('tier', 'tier', 'string'),
  fieldRule('total-credits', 'totalCredits', 'number'),
  {
    id: 'entitlements.tier-name',
    sections: ['Authentication, 5', 'Entitlements (credit balance), tier'],
    statement: 'The tier is Guest, Free or Pro, in any case.',
    needs: {},
    spends: false,
    check: async (context) => {
      const { tier, raw } = await read(context, 'convert');
      ensure(tier !== undefined, `The tier is ${JSON.stringify(raw['tier'])}`);
      ensure(context.plan === undefined || tier === context.plan, `The tier is ${tier}, not ${context.plan}`);
      return `The tier is ${JSON.stringify(raw['tier'])}`;
    },
  },
  {
    id: 'entitlements.plan-credits',
    sections: ['Tier limits, Guest', 'Tier limits, Free', 'Tier limits, Pro'],
    statement: 'The plan has the credits of its tier: 50 a day for Guest and Free, 12,000 a month for Pro.',
    needs: { credits: 'plan' },
    spends: false,
    check: async (context) => {
      const amount = limitsOf(context).credits?.amount;
      const { totalCredits } = await read(context, 'convert');
      ensure(totalCredits === amount, `totalCredits is ${totalCredits}, not ${amount}`);
      return `totalCredits is ${totalCredits}`;
    },
  },
];

export async function read({ http }: RuleContext, tool: ToolId): Promise<Entitlements> {
  return parseEntitlements(jsonOf(await http.send({ path: routes.entitlements(tool) })));
}

function recordRule(tool: ToolId, section: Statement): Rule {
  return {
    id: `entitlements.${tool}`,
    sections: [section],
    statement: `The ${tool} tool shows the entitlements of the key.`,
    needs: {},
    spends: false,
    check: async (context) => `The plan is ${(await read(context, tool)).planId}`,
  };
}

function fieldRule(
  id: string,
  field: 'planId' | 'planName' | 'tier' | 'totalCredits',
  type: 'string' | 'number',
): Rule {
  return {
    id: `entitlements.${id}`,
    sections: [`Entitlements (credit balance), ${field}`],
    statement: `The entitlements have ${field}, a ${type}.`,
    needs: {},
    spends: false,
    check: async (context) => {
      const value = (await read(context, 'convert')).raw[field];
      ensure(typeof value === type, `${field} is ${JSON.stringify(value)}`);
      return `${field} is ${JSON.stringify(value)}`;
    },
  };
}
