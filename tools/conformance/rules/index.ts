import type { ConformanceRule } from '../rule.ts';
import { authenticationRules } from './authentication.ts';
import { combineRules } from './combine.ts';
import { creditRules } from './credits.ts';
import { discoveryRules } from './discovery.ts';
import { entitlementRules } from './entitlements.ts';
import { errorRules } from './errors.ts';
import { extensionRules } from './extensions.ts';
import { identityRules } from './identity.ts';
import { identityLimitRules } from './identityLimits.ts';
import { jobRules } from './jobs.ts';
import { limitRules } from './limits.ts';
import { rateRules } from './rates.ts';
import { retentionRules } from './retention.ts';
import { submissionRules } from './submission.ts';
import { versioningRules } from './versioning.ts';

/** Every rule, in the order in which they are reported. */
export const rules: readonly ConformanceRule[] = [
  authenticationRules,
  entitlementRules,
  discoveryRules,
  submissionRules,
  jobRules,
  retentionRules,
  errorRules,
  limitRules,
  rateRules,
  creditRules,
  versioningRules,
  combineRules,
  extensionRules,
  identityRules,
  identityLimitRules,
].flatMap((table) => Object.entries(table).map(([id, rule]) => ({ id, ...rule })));
