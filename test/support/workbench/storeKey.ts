import type { Workbench } from './workbench.ts';

/** Enters an API key for the network like a user, and waits until it is stored. */
export async function storeKey(workbench: Workbench, key: string): Promise<void> {
  await workbench.runCommand('File Utility Network: Set API Key…');
  await workbench.quickInput.submitPassword(key);
  await workbench.notifications.read(/is stored\./);
  await workbench.notifications.dismiss(/is stored\./);
}
