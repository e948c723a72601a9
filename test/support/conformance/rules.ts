import { RawHttp } from '../../../src/conformance/http/rawHttp.ts';
import type { Rule, RuleContext, RuleResult } from '../../../src/conformance/rule.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { FakeClock } from '../fakeClock.ts';
import { direct, never, testKey } from '../http/networkFixture.ts';

/** A rule that holds; whatever a test cares about is overridden. */
export function aRule(overrides: Partial<Rule> = {}): Rule {
  return {
    id: 'example.rule',
    sections: ['Jobs 1'],
    statement: 'There is something.',
    needs: {},
    spends: false,
    check: async () => 'It is there',
    ...overrides,
  };
}

export function aResult(overrides: Partial<RuleResult> = {}): RuleResult {
  return { rule: aRule(), outcome: 'pass', evidence: 'It is there', ...overrides };
}

/** What a rule works with at a server, on a clock that the test turns. */
export function aContext(baseUrl: URL, overrides: Partial<RuleContext> = {}): RuleContext {
  const signal = overrides.signal ?? never();
  return {
    http: new RawHttp({ baseUrl, key: testKey }, { proxy: direct, signal }),
    key: testKey,
    plan: 'free',
    limits: tierLimits.free,
    launched: true,
    windowEndsAt: undefined,
    clock: new FakeClock(),
    signal,
    ...overrides,
  };
}
