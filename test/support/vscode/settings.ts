/** User settings that keep everything but the extension under test off the screen. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // A preview that opens late would take the selection back to its one file.
  'explorer.autoReveal': false,
  'window.commandCenter': false,
  'telemetry.telemetryLevel': 'off',
  // Whatever listens on this machine, other tests' servers among it.
  'remote.autoForwardPorts': false,
  // Beside other tests of the same run they would come last.
  'fileUtilityNetwork.local.priority': 'normal',
};
