import type { Workbench } from './workbench.ts';

/**
 * Enters an API key for the network like a user, and waits until it is stored. If asked where files go, chooses the
 * network first.
 */
export async function storeKey(workbench: Workbench, key: string): Promise<void> {
  await workbench.runCommand('File Utility Network: Set API Key…');
  await workbench.quickInput.submitPassword(key);
  const isDecided = 'fileUtilityNetwork.runOn' in (await workbench.readSettings());
  if (!isDecided) await workbench.quickInput.pick('Network first');
  await workbench.notifications.read(/is stored\./);
  await workbench.notifications.dismiss(/is stored\./);
}
