/** The environment variable that names the file in which an extension host records what our extension shows. */
export const observedVariable = 'UI_SHOWN';

/** Something that the extension showed, or that a user answered. */
export type ShownEvent =
  | {
      readonly kind: 'row';
      readonly view: string;
      readonly id: string;
      readonly label: string;
      readonly description: string;
      readonly icon: string;
      readonly contextValue: string;
      readonly spoken: string;
    }
  | { readonly kind: 'message'; readonly view: string; readonly text: string }
  | { readonly kind: 'badge'; readonly view: string; readonly value: number; readonly tooltip: string }
  | {
      readonly kind: 'status';
      readonly id: string;
      readonly text: string;
      readonly spoken: string;
      readonly isShown: boolean;
    }
  | (MessageEvent & { readonly kind: 'notification' })
  | (MessageEvent & { readonly kind: 'dialog' })
  /** A message was closed, by a button or without one. */
  | { readonly kind: 'answer'; readonly id: string; readonly button: string | undefined }
  | {
      readonly kind: 'progress';
      readonly id: string;
      readonly place: 'notification' | 'other';
      readonly title: string;
      readonly text: string;
    }
  | { readonly kind: 'progressEnd'; readonly id: string };

interface MessageEvent {
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export type EventOf<K extends ShownEvent['kind']> = Extract<ShownEvent, { kind: K }>;

/** True if a process of VS Code's server runs extensions, by its command line. */
export function isExtensionHost(commandLine: readonly string[]): boolean {
  return commandLine.includes('--type=extensionHost');
}
