import { conformsInPlan } from '../support/network/conformsInPlan.ts';

describe('The network', () => {
  it('follows every rule of the API in the free plan', () => conformsInPlan('free'));
});
