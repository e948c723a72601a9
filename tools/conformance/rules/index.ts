import type { ConformanceRule } from '../rule.ts';
import { authenticationRules } from './authentication.ts';
import { combineRules } from './combine.ts';
import { creditRules } from './credits.ts';
import { discoveryRules } from './discovery.ts';
import { downloadRules } from './download.ts';
import { entitlementRules } from './entitlements.ts';
import { errorRules } from './errors.ts';
import { jobRules } from './jobs.ts';
import { extensionRules } from './extensions.ts';
import { identityRules } from './identity.ts';
import { identityLimitRules } from './identityLimits.ts';
import { limitRules } from './limits.ts';
import { rateRules } from './rates.ts';
import { refundRules } from './refunds.ts';
import { retentionRules } from './retention.ts';
import { robustnessRules } from './robustness.ts';
import { runningJobRules } from './runningJobs.ts';
import { serviceRules } from './service.ts';
import { submissionRules } from './submission.ts';
import { versioningRules } from './versioning.ts';
import { windowRules } from './windows.ts';

/** Every rule, in the order in which they are reported. */
export const rules: readonly ConformanceRule[] = [
  ...serviceRules,
  ...authenticationRules,
  ...entitlementRules,
  ...discoveryRules,
  ...submissionRules,
  ...jobRules,
  ...runningJobRules,
  ...downloadRules,
  ...retentionRules,
  ...errorRules,
  ...robustnessRules,
  ...limitRules,
  ...rateRules,
  ...creditRules,
  ...refundRules,
  ...windowRules,
  ...versioningRules,
  ...combineRules,
  ...extensionRules,
  ...identityRules,
  ...identityLimitRules,
];
