/** User settings that hide everything except the extension under test. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // VS Code would look for ignored files in repositories that tests have just removed, and fail.
  'git.decorations.enabled': false,
  // A preview that opens late would change the selection back to its file.
  'explorer.autoReveal': false,
  'window.commandCenter': false,
  'telemetry.telemetryLevel': 'off',
  // Hides other servers on this machine, including those of other tests.
  'remote.autoForwardPorts': false,
  // With the default priority, conversions would have to wait for the other tests of the same run.
  'fileUtilityNetwork.local.priority': 'normal',
};

/** Settings that disable VS Code's trust prompt, so the folder stays untrusted. */
export const untrusted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
} as const;
