/** The environment variable that names the file in which an extension host records what our extension shows. */
export const observedVariable = 'UI_SHOWN';

/** A message of the extension, or its end. Each has an id of its own. */
export type ShownEvent =
  | { readonly kind: 'notification'; readonly id: string; readonly text: string }
  | { readonly kind: 'dialog'; readonly id: string; readonly text: string }
  /** A message was closed, by a button or without one. */
  | { readonly kind: 'answer'; readonly id: string; readonly button: string | undefined }
  | { readonly kind: 'progress'; readonly id: string; readonly title: string }
  | { readonly kind: 'progressEnd'; readonly id: string };

export type EventOf<K extends ShownEvent['kind']> = Extract<ShownEvent, { kind: K }>;

/** True if a process of VS Code's server runs extensions, by its command line. */
export function isExtensionHost(commandLine: readonly string[]): boolean {
  return commandLine.includes('--type=extensionHost');
}
