import { conformsInPlan } from '../../support/network/conformsInPlan.ts';

describe('The network', () => {
  it('follows every rule of the API as a guest', () => conformsInPlan('guest'));
  it('follows every rule of the API in the free plan', () => conformsInPlan('free'));
  it('follows every rule of the API in the pro plan', () => conformsInPlan('pro'));
});
