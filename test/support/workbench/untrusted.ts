/** Settings with which VS Code asks nobody whether the folder is to be trusted, so that it is not. */
export const untrusted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
} as const;
