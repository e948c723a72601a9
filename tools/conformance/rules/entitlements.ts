import { type Entitlements, parseEntitlements } from '../../../src/contract/entitlements.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { ToolId } from '../../../src/contract/tools.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import type { Citation } from '../citations.ts';
import { ensure, jsonOf, limitsOf } from '../steps/expect.ts';

/** The entitlements of a key (api.md, Entitlements). */
export const entitlementRules: readonly ConformanceRule[] = [
  recordRule('convert', 'Endpoints 13'),
  recordRule('compress', 'Endpoints 14'),
  fieldRule('plan-id', 'Entitlements 1', 'planId', 'string'),
  fieldRule('plan-name', 'Entitlements 2', 'planName', 'string'),
  fieldRule('tier', 'Entitlements 3', 'tier', 'string'),
  fieldRule('total-credits', 'Entitlements 4', 'totalCredits', 'number'),
  {
    id: 'entitlements.tier-name',
    sections: ['Entitlements 3'],
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
    sections: ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'],
    statement:
      'The plan has the credits of its tier: 50 per day for Guest and Free, 12,000 per month for Pro.',
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

function recordRule(tool: ToolId, section: Citation): ConformanceRule {
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
  section: Citation,
  field: 'planId' | 'planName' | 'tier' | 'totalCredits',
  type: 'string' | 'number',
): ConformanceRule {
  return {
    id: `entitlements.${id}`,
    sections: [section],
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
