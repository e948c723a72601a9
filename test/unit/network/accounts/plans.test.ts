import assert from 'node:assert/strict';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import { defaultPlan, planOf } from '../../../../src/network/accounts/plans.ts';

describe('The default plan', () => {
  it('charges nothing, and lets a team run more jobs in parallel than one user of Pro', () => {
    const { limits } = planOf({ plan: defaultPlan, planDefinition: null });
    assert.equal(limits.credits, undefined);
    assert.ok(limits.maxParallelJobs > 10 * tierLimits.pro.maxParallelJobs);
    assert.ok(limits.maxQueuedJobs >= limits.maxBatchFiles);
  });
});
