/** Settings that disable VS Code's trust prompt, so the folder stays untrusted. */
export const untrusted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
} as const;
