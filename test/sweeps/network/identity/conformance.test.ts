import { conformsInPlan } from '../../../support/network/conformsInPlan.ts';

describe('The network’s identity provider', () => {
  it('follows every rule about identity providers', () => conformsInPlan('pro', 'identity.'));
});
